import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesIn, get, pathOf, png, put, visitor } from '../testing/file-bot.js'
import { testService } from '../testing/test-service.js'

let service: Awaited<ReturnType<typeof testService>>
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

describe('only well-formed form uploads are accepted', () => {
  const line = (...lines: string[]) => lines.join('\r\n')
  const part = (headers: string, content = 'x') => line('--b', headers, '', content, '')
  const file = part('Content-Disposition: form-data; name="file"; filename="a.png"')
  const nested = line('Content-Type: multipart/mixed; boundary=c', '', '--c', '', 'x', '--c--', '')

  test.each<[string, string, string, number]>([
    ['no boundary', 'multipart/form-data', file, 400],
    ['a boundary of 10 kB', `multipart/form-data; boundary=${'b'.repeat(10_000)}`, `--${'b'.repeat(10_000)}--`, 400],
    [
      'an empty field name',
      'multipart/form-data; boundary=b',
      `${part('Content-Disposition: form-data; name=""')}--b--\r\n`,
      400,
    ],
    ['a file of another name', 'multipart/form-data; boundary=b', `${file.replace('"file"', '"other"')}--b--\r\n`, 400],
    ['nothing in it', 'multipart/form-data; boundary=b', '--b--\r\n', 400],
    ['no body', 'multipart/form-data; boundary=b', '', 400],
    ['a truncated file', 'multipart/form-data; boundary=b', file.slice(0, -4), 400],
    ['a truncated head', 'multipart/form-data; boundary=b', file.slice(0, 30), 400],
    ['a huge header', 'multipart/form-data; boundary=b', `--b\r\nX: ${'x'.repeat(200_000)}\r\n\r\nx\r\n--b--\r\n`, 400],
    [
      'more than 50 fields',
      'multipart/form-data; boundary=b',
      `${part('Content-Disposition: form-data; name="f"').repeat(60)}--b--\r\n`,
      413,
    ],
    ['a form in a form', 'multipart/form-data; boundary=b', `--b\r\n${nested}--b--\r\n`, 400],
    ['JSON that plays a form', 'application/json', '{"file":{"filepath":"/etc/passwd"}}', 415],
    ['plain text', 'text/plain', 'x', 415],
    ['a type with a trick', 'application/json; multipart/form-data; boundary=b', `${file}--b--\r\n`, 415],
  ])('%s is refused, and leaves nothing', async (_, type, payload, status) => {
    const someone = await visitor(service)
    const { presignedUrl, fileUrl } = (await someone.ask({})).body
    const headers = { 'content-type': type }
    const answer = await service.app.inject({ method: 'POST', url: pathOf(presignedUrl), payload, headers })
    expect([answer.statusCode, answer.json().code]).toEqual([status, expect.any(String)])
    expect((await get(service, fileUrl)).statusCode).toBe(404)
    expect(filesIn(join(service.folder, 'uploads', 'incoming'))).toEqual([])
    expect((await put(service, presignedUrl, png())).status).toBe(204)
  })

  test('JSON is a file where a JSON file was announced, and nothing else', async () => {
    const someone = await visitor(service)
    const { presignedUrl } = (await someone.ask({ fileName: 'a.png', fileType: 'image/png' })).body
    expect(await put(service, presignedUrl, '{}', 'application/json')).toEqual({
      status: 403,
      code: 'upload_address_invalid',
    })
    const { status, fileUrl } = await someone.upload(Buffer.from('{}'), {
      fileName: 'a.json',
      fileType: 'application/json',
    })
    expect(status).toBe(204)
    expect((await get(service, fileUrl)).headers['content-type']).toBe('application/json')
  })

  test('compressed bodies are not unpacked', async () => {
    const { presignedUrl } = (await (await visitor(service)).ask({})).body
    const headers = { 'content-encoding': 'gzip' }
    const answer = await service.app.inject({ method: 'PUT', url: pathOf(presignedUrl), payload: 'x', headers })
    expect(answer.statusCode).toBe(415)
  })
})
