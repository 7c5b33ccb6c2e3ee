import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fakeS3 } from '@colloquy/test-kit/fake-s3'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FilePort } from './file-port.js'
import { openFolderFiles } from './folder-files.js'
import { openS3Files } from './s3-files.js'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

describe('files in a folder', () => {
  contract(async () => {
    const folder = newFolder()
    return { port: openFolderFiles({ folder }), temporary: join(folder, 'incoming'), close: () => undefined }
  })

  test('a full disk is distinguished from a broken one, and leaves nothing', async () => {
    const folder = newFolder()
    const port = openFolderFiles({ folder, open: () => open('/dev/full', 'w') })
    await expect(port.put('a/b', chunks('x'))).rejects.toMatchObject({ kind: 'full' })
    expect(await port.get('a/b')).toBeUndefined()
    port.close()
    writeFileSync(join(folder, 'blocked'), '')
    const blocked = openFolderFiles({ folder: join(folder, 'blocked') })
    await expect(blocked.put('a/b', chunks('x'))).rejects.toMatchObject({ kind: 'unavailable' })
    blocked.close()
  })

  test('empty folders go with their last file', async () => {
    const folder = newFolder()
    const port = openFolderFiles({ folder })
    await port.put('w/b/1', chunks('x'))
    await port.put('w/c/1', chunks('x'))
    await port.remove('w/b/1')
    expect(readdirSync(join(folder, 'kept', 'w'))).toEqual(['c'])
    await port.remove('w/c/1')
    expect(readdirSync(join(folder, 'kept'))).toEqual([])
    port.close()
  })

  test('what an interrupted upload left is gone soon after the next start, what is being written stays', async () => {
    const folder = newFolder()
    await mkdir(join(folder, 'incoming'))
    const old = join(folder, 'incoming', 'old')
    const young = join(folder, 'incoming', 'young')
    writeFileSync(old, '')
    writeFileSync(young, '')
    utimesSync(old, new Date(0), new Date(0))
    const port = openFolderFiles({ folder })
    await vi.waitFor(() => expect(existsSync(old)).toBe(false))
    expect(existsSync(young)).toBe(true)
    port.close()
  })
})

describe('files in a bucket', () => {
  contract(async () => {
    const s3 = await fakeS3()
    const temporary = newFolder()
    return { port: openS3Files(s3, { folder: temporary }), temporary, close: s3.close }
  })

  test.each([['secretAccessKey'], ['accessKeyId'], ['region'], ['bucket']])(
    'a wrong %s stores and reads nothing',
    async (name) => {
      const s3 = await fakeS3()
      const wrong = openS3Files({ ...s3, [name]: 'wrong' }, { folder: newFolder() })
      await expect(wrong.put('a/b', chunks('x'))).rejects.toMatchObject({ kind: 'unavailable' })
      expect(s3.objects.size).toBe(0)
      wrong.close()
      await s3.close()
    },
  )

  test('a full bucket is distinguished from one that is unreachable', async () => {
    const s3 = await fakeS3()
    const port = openS3Files(s3, { folder: newFolder() })
    s3.fill()
    await expect(port.put('a/b', chunks('x'))).rejects.toMatchObject({ kind: 'full' })
    await s3.close()
    await expect(port.put('a/b', chunks('x'))).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(port.get('a/b')).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(port.remove('a/b')).rejects.toMatchObject({ kind: 'unavailable' })
    port.close()
  })
})

/** Contract of both implementations. */
function contract(make: () => Promise<{ port: FilePort; temporary: string; close: () => unknown }>): void {
  let made: Awaited<ReturnType<typeof make>>
  beforeEach(async () => {
    made = await make()
  })
  afterEach(async () => {
    made.port.close()
    await made.close()
  })
  const leftovers = () => (existsSync(made.temporary) ? readdirSync(made.temporary) : [])
  const read = async (path: string, range?: { start: number; end: number }) => {
    const stream = await made.port.get(path, range)
    return stream && (await buffer(stream))
  }

  test('gives back what was put, whole or in part', async () => {
    const bytes = randomBytes(300_000)
    await made.port.put('w1/b-1/f', chunks(bytes.subarray(0, 100_000), bytes.subarray(100_000)))
    expect((await read('w1/b-1/f'))?.equals(bytes)).toBe(true)
    expect(await read('w1/b-1/f', { start: 5, end: 9 })).toEqual(bytes.subarray(5, 10))
    expect(leftovers()).toEqual([])
  })

  test('keeps an empty file', async () => {
    await made.port.put('a/b', chunks())
    expect(await read('a/b')).toEqual(Buffer.alloc(0))
  })

  test('knows no file that was not put, or was removed', async () => {
    expect(await read('a/b')).toBeUndefined()
    await made.port.put('a/b', chunks('x'))
    expect(await read('a/b/c')).toBeUndefined()
    await made.port.remove('a/b')
    await made.port.remove('a/b')
    expect(await read('a/b')).toBeUndefined()
  })

  test('leaves nothing of what broke off, and passes its error on', async () => {
    const broken = new Error('The visitor has gone')
    await expect(made.port.put('a/b', chunks('x', broken))).rejects.toBe(broken)
    expect(await read('a/b')).toBeUndefined()
    expect(leftovers()).toEqual([])
  })

  test.each(['../x', 'a/../../x', '/etc/passwd', 'a//b', '', 'a\\b', 'a/b?c', 'a/%2e%2e/b', 'a\0b', 'A/.htaccess'])(
    'refuses %j as a path',
    async (path) => {
      await expect(made.port.put(path, chunks('x'))).rejects.toThrow('Not a path')
      await expect(made.port.get(path)).rejects.toThrow('Not a path')
      await expect(made.port.remove(path)).rejects.toThrow('Not a path')
    },
  )
}

async function* chunks(...parts: (string | Uint8Array | Error)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Error) throw part
    yield typeof part === 'string' ? Buffer.from(part) : part
  }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'colloquy-files-'))
  folders.push(folder)
  return folder
}
