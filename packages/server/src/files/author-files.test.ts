import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorUpload, get, png, visitor } from '../testing/file-bot.js'
import { testService } from '../testing/test-service.js'

let service: Awaited<ReturnType<typeof testService>>
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

describe('files of authors', () => {
  const upload = async (content: Buffer | string, type: string, name?: string) =>
    authorUpload(service, (await visitor(service)).botId, content, type, name)

  test('a picture gets an address that everybody can read, and caches may keep', async () => {
    const { status, body } = await upload(png(), 'image/png')
    expect(status).toBe(200)
    expect(body.file).toMatchObject({ name: 'logo.png', type: 'image/png', size: png().length })
    const read = await get(service, body.file.url)
    expect(read.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(read.rawPayload.equals(png())).toBe(true)
  })

  test.each(['text/vtt', 'text/vtt;charset=utf-8'])('captions are kept and served as text/vtt: %s', async (type) => {
    const { body } = await upload('WEBVTT\n\n00:00.000 --> 00:01.000\nHello', type, 'a.vtt')
    const read = await get(service, body.file.url)
    expect(read.headers['content-type']).toBe('text/vtt; charset=utf-8')
    expect(read.headers['access-control-allow-origin']).toBe('*')
    expect(read.headers['x-content-type-options']).toBe('nosniff')
    expect(read.headers['content-security-policy']).toContain('sandbox')
  })

  test.each([
    ['<svg/>', 'image/svg+xml'],
    ['<script>', 'text/html'],
    ['alert(1)', 'text/javascript'],
    ['<?xml version="1.0"?>', 'application/xml'],
  ])('%s is refused', async (content, type) => {
    expect((await upload(content, type)).body.code).toBe('file_type_not_allowed')
  })

  test('too much and nothing are refused', async () => {
    expect((await upload(Buffer.alloc(10_485_761), 'image/png')).body.code).toBe('file_too_large')
    expect((await upload('', 'image/png')).body.code).toBe('file_missing')
  })

  test('a form works too, and names its file', async () => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(png())], { type: 'image/png' }), 'from form.png')
    const encoded = new Response(form)
    const { body } = await upload(
      Buffer.from(await encoded.arrayBuffer()),
      encoded.headers.get('content-type') as string,
      'ignored',
    )
    expect(body.file).toMatchObject({ name: 'from form.png', type: 'image/png' })
  })
})
