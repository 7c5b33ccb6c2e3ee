import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fakeS3 } from '@colloquy/test-kit/fake-s3'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { png, visitor } from '../testing/file-bot.js'
import { testService } from '../testing/test-service.js'

/** The whole life of a file, over real HTTP. */
describe.each(['data folder', 'bucket'])('a file kept in the %s', (storageKind) => {
  let service: Awaited<ReturnType<typeof testService>>
  let s3: Awaited<ReturnType<typeof fakeS3>>
  let base: string
  beforeAll(async () => {
    s3 = await fakeS3()
    const bucket = {
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: s3.bucket,
      S3_REGION: s3.region,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    }
    service = await testService(storageKind === 'bucket' ? bucket : {})
    base = `http://127.0.0.1:${service.port}`
  })
  afterAll(async () => {
    await service.close()
    await s3.close()
  })
  const kept = () => {
    if (storageKind === 'bucket') return s3.objects.size
    const folder = join(service.folder, 'uploads', 'kept')
    return existsSync(folder)
      ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((it) => it.isFile()).length
      : 0
  }
  const ask = async (sessionId: string) => {
    const body = JSON.stringify({
      sessionId,
      blockId: 'x',
      fileName: 'My photo.png',
      fileType: 'image/png',
      fileSize: 200,
    })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${base}/api/v3/generate-upload-url`, { method: 'POST', body, headers })
    return (await answer.json()) as { presignedUrl: string; fileUrl: string }
  }
  const send = async (address: string, how: 'PUT' | 'form') => {
    const file = new Blob([new Uint8Array(png())], { type: 'image/png' })
    if (how === 'PUT') return fetch(address, { method: 'PUT', body: file, headers: { 'cache-control': 'max-age=1' } })
    const form = new FormData()
    form.append('anything', 'before the file')
    form.append('file', file, 'My photo.png')
    return fetch(address, { method: 'POST', body: form })
  }

  test.each(['PUT', 'form'] as const)(
    'a private one sent by %s is read by its owner, by no one else, and goes with its result',
    async (how) => {
      const someone = await visitor(service, { visibility: 'Private' })
      const { presignedUrl, fileUrl, ...rest } = await ask(someone.sessionId)
      expect(rest).toEqual({ formData: {}, fileType: 'image/png', maxFileSize: 10 })
      expect((await send(presignedUrl, how)).status).toBe(204)
      expect((await someone.say(fileUrl)).body.input.id).toBe('in1')

      const result = await someone.result()
      expect(result.answers).toMatchObject([{ blockId: 'file', content: fileUrl, storageUsed: png().length }])
      expect(result.variables).toMatchObject([{ id: 'v1', value: fileUrl }])

      const read = await fetch(fileUrl, { headers: { authorization: `Bearer ${service.token}` } })
      expect(read.status).toBe(200)
      expect(Buffer.from(await read.arrayBuffer()).equals(png())).toBe(true)
      expect(read.headers.get('cache-control')).toBe('private, no-store')

      expect((await fetch(fileUrl)).status).toBe(401)
      expect((await fetch(fileUrl, { headers: { authorization: `Bearer ${service.strangerToken}` } })).status).toBe(404)
      expect((await fetch(`${base}/api/files/${fileUrl.split('/').at(-1)}`)).status).toBe(404)

      await service.call('DELETE', `/api/v1/bots/${someone.botId}/results?resultIds=${someone.resultId}`)
      expect((await fetch(read.url)).status).toBe(404)
      expect((await fetch(fileUrl, { headers: { authorization: `Bearer ${service.token}` } })).status).toBe(404)
      await vi.waitFor(() => expect(kept()).toBe(0), { timeout: 10_000 })
    },
  )

  test('a public one is read by everybody, in parts too, and goes with its bot', async () => {
    const someone = await visitor(service)
    const { presignedUrl, fileUrl } = await ask(someone.sessionId)
    await send(presignedUrl, 'PUT')
    const read = await fetch(fileUrl)
    expect(read.headers.get('content-type')).toBe('image/png')
    expect(read.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    const part = await fetch(fileUrl, { headers: { range: 'bytes=1-3' } })
    expect([part.status, await part.text()]).toEqual([206, 'PNG'])
    expect(part.headers.get('content-range')).toBe(`bytes 1-3/${png().length}`)
    expect((await fetch(fileUrl, { headers: { range: 'bytes=-4' } })).headers.get('content-length')).toBe('4')
    expect((await fetch(fileUrl, { headers: { range: 'bytes=9999-' } })).status).toBe(416)
    const head = await fetch(fileUrl, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(png().length))
    expect((await fetch(fileUrl, { headers: { 'if-none-match': head.headers.get('etag') ?? '' } })).status).toBe(304)

    await service.call('DELETE', `/api/v1/bots/${someone.botId}`)
    expect((await fetch(fileUrl)).status).toBe(404)
    await vi.waitFor(() => expect(kept()).toBe(0), { timeout: 10_000 })
  })
})
