import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { get, idOf, png, visitor } from '../testing/file-bot.js'
import { testService } from '../testing/test-service.js'

let service: Awaited<ReturnType<typeof testService>>
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const headersOf = async (fileUrl: string) => (await get(service, fileUrl)).headers

describe('file names never become paths', () => {
  test.each([
    ['../../x.png', 'x.png'],
    ['..%2f..%2fx.png', '2f..2fx.png'],
    ['C:\\windows\\x.png', 'x.png'],
    [`${'n'.repeat(300)}.png`, `${'n'.repeat(100)}.png`],
    ['abc\u202Egnp.exe.png', 'abcgnp.exe.png'],
    ['.htaccess', 'file.htaccess'],
    ['CON', 'CON.png'],
    ['trailing.png.', 'trailing.png.png'],
    ['😀 "a"\r\n;.png', '_ a;.png'],
  ])('%j is kept as data and touches no path', async (fileName, shown) => {
    const someone = await visitor(service)
    const { status, fileUrl } = await someone.upload(png(), { fileName, fileType: 'image/png' })
    expect(status).toBe(204)
    const id = idOf(fileUrl)
    expect(id).toMatch(/^[a-z0-9]{24}$/)
    const row = await service.storage.uploads.find(id)
    expect(row?.name).toBe(Array.from(fileName).slice(0, 255).join(''))
    expect(row?.path).toBe(`workspaces/${service.workspaceId}/bots/${someone.botId}/results/${someone.resultId}/${id}`)
    expect(existsSync(join(service.folder, 'uploads', 'kept', row?.path ?? ''))).toBe(true)
    const disposition = String((await headersOf(fileUrl))['content-disposition'])
    expect(disposition).toMatch(/^inline; filename="[ -~]+"; filename\*=UTF-8''[\w.%!~-]+$/)
    expect(disposition).toContain(`filename="${shown}"`)
  })

  test('a name that cannot be stored is refused', async () => {
    const someone = await visitor(service)
    expect((await someone.ask({ fileName: 'a\0.png' })).status).toBe(400)
  })
})

describe('file content is checked on upload, and harmless when served', () => {
  const gif = 'GIF89a/*\0\0*/=1;alert(document.domain)'
  const pdf = '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'
  const zip = Buffer.from('PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0aPK', 'latin1')
  const bytes = 'application/octet-stream'

  test.each([
    ['a picture', png(), 'image/png', 'inline', 'image/png'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/svg+xml', 'attachment', bytes],
    ['SVG as a picture', '<svg onload="alert(1)"/>', 'image/png', 'attachment', bytes],
    ['HTML', '<!doctype html><script>alert(1)</script>', 'text/html', 'attachment', bytes],
    [
      'HTML as text',
      '<!doctype html><script>alert(1)</script>',
      'text/plain',
      'attachment',
      'text/plain; charset=utf-8',
    ],
    ['XML', '<?xml version="1.0"?><x/>', 'application/xml', 'attachment', bytes],
    ['XHTML', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'application/xhtml+xml', 'attachment', bytes],
    ['a script', 'alert(1)', 'text/javascript', 'attachment', bytes],
    ['a PDF with a script', pdf, 'application/pdf', 'attachment', 'application/pdf'],
    ['a GIF that is a script', gif, 'text/javascript', 'inline', 'image/gif'],
    ['a zip as a picture', zip, 'image/png', 'attachment', 'application/zip'],
    ['a picture as HTML', png(), 'text/html', 'inline', 'image/png'],
    ['a type with parameters', 'a,b', 'text/csv; charset=utf-7; x="<script>"', 'attachment', 'text/csv; charset=utf-8'],
    ['bytes as JSON', Buffer.from([0, 255, 1]), 'application/json', 'attachment', bytes],
    ['a type that is none', png(), 'text/html\r\nx: y', 'inline', 'image/png'],
  ])('%s is served as what it is, and does nothing', async (_, content, fileType, disposition, served) => {
    const someone = await visitor(service)
    const { status, fileUrl } = await someone.upload(Buffer.from(content), { fileType })
    expect(status).toBe(204)
    const headers = await headersOf(fileUrl)
    expect(headers).toMatchObject({
      'content-type': served,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none'.*; sandbox$/),
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(String(headers['content-disposition']).split(';')[0]).toBe(disposition)
  })

  test.each([
    [['image/*'], 'a.png', 'image/png', zip, 415],
    [['image/*'], 'a.png', 'image/png', 'no picture', 415],
    [['.png'], 'a.png', '', '<script>', 415],
    [['image/*'], 'a.png', 'image/png', gif, 204],
    [['.csv'], 'a.csv', 'text/csv', png(), 415],
    [['.csv'], 'a.csv', 'text/csv', 'a,b', 204],
    [['.docx'], 'a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', zip, 204],
    [['.doc'], 'a.doc', 'application/msword', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), 204],
    [
      ['audio/*'],
      'a.weba',
      'audio/webm',
      Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'),
      204,
    ],
    [['.dwg'], 'a.dwg', '', 'AC1', 415],
    [['.step'], 'a.step', '', 'ISO-10303-21;', 204],
  ])('%j with %s ("%s") holds the content to the list: %#', async (types, fileName, fileType, content, status) => {
    const someone = await visitor(service, { allowedFileTypes: { isEnabled: true, types } })
    expect((await someone.upload(Buffer.from(content), { fileName, fileType })).status).toBe(status)
  })

  test('an image of 30,000 by 30,000 pixels is never decoded', async () => {
    const { status, fileUrl } = await (await visitor(service)).upload(png(30_000, 30_000))
    expect(status).toBe(204)
    expect((await get(service, fileUrl)).rawPayload.equals(png(30_000, 30_000))).toBe(true)
  })
})
