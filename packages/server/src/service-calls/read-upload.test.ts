import { expect, test } from 'vitest'
import type { TurnScope } from '../effects/effects.js'
import { HeldFiles } from './held-files.js'
import { type FileReader, readFile } from './read-upload.js'

const scope = { workspaceId: 'w' } as TurnScope

/** Reads a file of the conversation with this many bytes. */
function read(bytes: number, files: HeldFiles, serviceFileBytes = 1_000) {
  const held = files.ofCall(scope.workspaceId)
  const content = () => new Blob(['x'.repeat(bytes)]).stream()
  const openFile = async () => ({ filename: 'a.txt', contentType: 'text/plain', content: content() as never })
  const reader = { limits: { serviceFileBytes }, openFile, held } as unknown as FileReader
  return { held, file: readFile('https://own.example/a.txt', scope, reader) }
}

test('a file of the conversation counts among those in memory until its call has ended', async () => {
  let refused = 0
  const files = new HeldFiles(1_000, () => (refused += 1))
  const first = read(500, files)
  expect(await first.file).toMatchObject({ name: 'a.txt', type: 'text/plain' })
  expect(await read(100, files).file).toEqual({ answer: 'failed', reason: expect.stringContaining('too many files') })
  expect(refused).toBe(1)
  first.held.letGo()
  expect(await read(500, files).file).toMatchObject({ name: 'a.txt' })
})

test('a file of the conversation that is too large is reported as that', async () => {
  const { file } = read(101, new HeldFiles(1_000, () => {}), 100)
  expect(await file).toEqual({ answer: 'failed', reason: 'its file is larger than 100 bytes.' })
})
