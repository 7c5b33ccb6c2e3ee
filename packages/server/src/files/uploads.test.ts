import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openFolderFiles } from '../ports/files/folder-files.js'
import { fileBot, get, pathOf, png, put, visitor } from '../testing/file-bot.js'
import { testService } from '../testing/test-service.js'

type Service = Awaited<ReturnType<typeof testService>>
let service: Service
let time: number
beforeAll(async () => {
  time = Date.now()
  service = await testService({ COLLOQUY_PUBLIC_URL: 'https://bots.example' }, { clock: () => time })
})
afterAll(() => service.close())

const patiently = { timeout: 10_000 }
const filesIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => !path.endsWith('.db'))
    : []
const authorUpload = async (of: Service, botId: string, content: Buffer | string, type: string, name = 'logo.png') => {
  const answer = await of.app.inject({
    method: 'POST',
    url: `/api/v1/bots/${botId}/files?name=${encodeURIComponent(name)}`,
    payload: content,
    headers: { authorization: `Bearer ${of.token}`, 'content-type': type },
  })
  return { status: answer.statusCode, body: answer.json() }
}
const idOf = (fileUrl: string) => fileUrl.split('/').at(-1)?.split('.')[0] as string
const headersOf = async (fileUrl: string) => (await get(service, fileUrl)).headers

describe('asking for an address', () => {
  const pdfOnly = { allowedFileTypes: { isEnabled: true, types: ['application/pdf'] } }

  test('the input that waits decides what may be sent', async () => {
    const code = async (options: object, file: object, type?: string) =>
      (await (await visitor(service, options, type)).ask(file)).body.code
    expect(await code({}, {}, 'text input')).toBe('upload_not_expected')
    expect(await code({ attachments: { isEnabled: true } }, {}, 'text input')).toBeUndefined()
    expect(await code({ audioClip: { isEnabled: true } }, { fileType: 'audio/webm' }, 'text input')).toBeUndefined()
    expect(await code({}, { fileType: 'application/x-anything' })).toBeUndefined()
    expect(await code({}, { fileSize: 10_485_760 })).toBeUndefined()
    expect(await code({}, { fileSize: 10_485_761 })).toBe('file_size_not_allowed')
    expect(await code({}, { fileSize: -1 })).toBe('invalid_request')
    expect(await code(pdfOnly, { fileName: 'a.pdf', fileType: 'application/pdf' })).toBeUndefined()
    expect(await code(pdfOnly, { fileName: 'a.pdf', fileType: 'image/png' })).toBe('file_type_not_allowed')
    expect(await code(pdfOnly, { fileName: 'a.pdf' })).toBe('file_type_not_allowed')
    expect(await code(pdfOnly, { fileName: 'a.pdf', fileType: '' })).toBeUndefined()
    expect(await code({ allowedFileTypes: { isEnabled: true, types: [''] } }, {})).toBe('file_type_not_allowed')
  })

  test.each([
    ['.jpg', 'photo.JPEG', 'image/jpeg', 'jpg'],
    ['image/*', 'photo.jpeg', 'image/jpeg', 'jpeg'],
    ['image/*', 'photo', 'image/png', 'png'],
    ['.log', 'a.log', 'text/plain', 'log'],
    ['dwg', 'plan.DWG', '', 'dwg'],
  ])(
    '%s allows %s of type "%s", as .%s, and the input takes its address',
    async (allowed, fileName, fileType, extension) => {
      const someone = await visitor(service, { allowedFileTypes: { isEnabled: true, types: [allowed] } })
      const { fileUrl } = (await someone.ask({ fileName, fileType })).body
      expect(fileUrl).toMatch(new RegExp(`^https://bots.example/api/files/[a-z0-9]{24}\\.${extension}$`))
      const elsewhere = fileUrl.replace('bots.example', 'elsewhere.example')
      expect((await someone.say(elsewhere)).body.input.id).toBe('in1')
    },
  )

  test('only a conversation that waits for it is answered', async () => {
    const someone = await visitor(service, { isRequired: false })
    await someone.say(undefined)
    expect((await someone.ask({})).body.code).toBe('upload_not_expected')
    const unknown = { sessionId: 'unknown', blockId: 'x', fileName: 'a' }
    expect((await service.call('POST', '/api/v3/generate-upload-url', unknown)).body).toMatchObject({
      status: 400,
      code: 'upload_session_unknown',
    })
    expect((await service.call('POST', '/api/v3/generate-upload-url', { fileName: 'a' })).status).toBe(400)
  })

  test('a preview has public files that go with it', async () => {
    const { botId } = await visitor(service, { visibility: 'Private' })
    const { sessionId } = (await service.call('POST', `/api/v1/bots/${botId}/preview/startChat`)).body
    const body = { sessionId, blockId: 'x', fileName: 'a.png' }
    const { presignedUrl, fileUrl } = (await service.call('POST', '/api/v3/generate-upload-url', body)).body
    expect((await put(service, presignedUrl, png())).status).toBe(204)
    expect((await get(service, fileUrl)).statusCode).toBe(200)
    const answer = await service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message: fileUrl })
    expect(answer.body.input.id).toBe('in1')
    const [row] = await service.storage.uploads.ofSession(sessionId, [idOf(fileUrl)])
    expect(row).toMatchObject({ isKept: false, resultId: null })
  })

  test.each([true, false])(
    'in a linked bot a file belongs where its answer goes (results merged: %s)',
    async (mergeResults) => {
      const child = await visitor(service)
      const parent = fileBot(`parent-${mergeResults}`)
      const blocks = parent.groups[0]?.blocks as object[]
      blocks[1] = { id: 'link', type: 'Bot link', options: { botId: child.botId, mergeResults } }
      const parentId = await service.publish(parent)
      const { sessionId } = (await service.call('POST', `/api/v1/bots/parent-${mergeResults}/startChat`)).body
      const body = { sessionId, blockId: 'x', fileName: 'a.png' }
      const { presignedUrl, fileUrl } = (await service.call('POST', '/api/v3/generate-upload-url', body)).body
      await put(service, presignedUrl, png())
      await service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message: fileUrl })
      const [row] = await service.storage.uploads.ofSession(sessionId, [idOf(fileUrl)])
      expect(row).toMatchObject({ isKept: true, botId: mergeResults ? parentId : child.botId })
      const answers = await service.storage.results.answers([row?.resultId ?? ''])
      expect(answers).toMatchObject([{ content: fileUrl, storageUsed: png().length }])
    },
  )

  test('pages that the author has not named are refused', async () => {
    const someone = await visitor(service)
    await service.call('PATCH', `/api/v1/bots/${someone.botId}`, {
      bot: { settings: { security: { allowedOrigins: ['https://good.example'] } } },
    })
    await service.call('POST', `/api/v1/bots/${someone.botId}/publish`)
    const { sessionId } = (await service.call('POST', `/api/v1/bots/${someone.publicId}/startChat`)).body
    const body = { sessionId, blockId: 'x', fileName: 'a.png' }
    const from = (origin: string) => service.call('POST', '/api/v3/generate-upload-url', body, { origin })
    expect((await from('https://evil.example')).body.code).toBe('origin_not_allowed')
    expect((await from('https://good.example')).status).toBe(200)
  })
})

describe('F1: names', () => {
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

describe('F2: content', () => {
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

  test('F6: a picture of 30,000 by 30,000 dots is never decoded', async () => {
    const { status, fileUrl } = await (await visitor(service)).upload(png(30_000, 30_000))
    expect(status).toBe(204)
    expect((await get(service, fileUrl)).rawPayload.equals(png(30_000, 30_000))).toBe(true)
  })
})

describe('F3: forms', () => {
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

describe('F5: signed addresses', () => {
  test('one is good once', async () => {
    const { status, presignedUrl, fileUrl } = await (await visitor(service)).upload(png())
    expect(status).toBe(204)
    expect(await put(service, presignedUrl, 'GIF89a')).toEqual({ status: 403, code: 'upload_address_invalid' })
    expect((await get(service, fileUrl)).rawPayload.equals(png())).toBe(true)
  })

  test('of two at once one is taken', async () => {
    const { presignedUrl } = (await (await visitor(service)).ask({})).body
    const answers = await Promise.all([put(service, presignedUrl, png()), put(service, presignedUrl, png())])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 403])
  })

  test('an attempt that failed may be made again, for ten minutes', async () => {
    const someone = await visitor(service)
    const { presignedUrl } = (await someone.ask({ fileSize: 10 })).body
    expect(await put(service, presignedUrl, '')).toEqual({ status: 400, code: 'file_missing' })
    expect(await put(service, presignedUrl, 'x'.repeat(11))).toEqual({ status: 413, code: 'file_too_large' })
    expect((await put(service, presignedUrl, 'x'.repeat(10))).status).toBe(204)
    const late = (await someone.ask({})).body.presignedUrl
    time += 600_000
    expect((await put(service, late, png())).status).toBe(403)
  })

  test('a changed one is no good', async () => {
    const someone = await visitor(service)
    const { presignedUrl } = (await someone.ask({ fileType: 'image/png' })).body
    const other = (await someone.ask({ fileType: 'image/png' })).body.presignedUrl as string
    const [id, expires, signature] = presignedUrl.slice(presignedUrl.lastIndexOf('/') + 1).split('.')
    const otherId = other.slice(other.lastIndexOf('/') + 1).split('.')[0]
    for (const token of [
      `${otherId}.${expires}.${signature}`,
      `${id}.${Number(expires) + 1}.${signature}`,
      `${id}.${expires}.${signature.slice(1)}A`,
      `${id}.${expires}.`,
      `${id}.${expires}`,
      'x'.repeat(200),
      '..%2f..%2fx',
      '__proto__',
    ]) {
      expect((await put(service, `https://x/api/uploads/${token}`, png())).status, token).toBe(403)
    }
    expect((await put(service, presignedUrl, png(), 'text/html')).status).toBe(403)
    for (const method of ['GET', 'DELETE', 'PATCH'] as const) {
      expect((await service.call(method, pathOf(presignedUrl))).status).toBe(404)
    }
    expect((await put(service, presignedUrl, png(), 'IMAGE/PNG; charset=x')).status).toBe(204)
  })

  test('one is no good once the conversation has gone on, or its result is deleted', async () => {
    const gone = await visitor(service, { isRequired: false })
    const { presignedUrl } = (await gone.ask({})).body
    await gone.say(undefined)
    expect((await put(service, presignedUrl, png())).status).toBe(403)
    const deleted = await visitor(service)
    const address = (await deleted.ask({})).body.presignedUrl
    await service.call('DELETE', `/api/v1/bots/${deleted.botId}/results`)
    expect((await put(service, address, png())).status).toBe(403)
  })

  test('the address to read a private file is for that file, for an hour', async () => {
    const someone = await visitor(service, { visibility: 'Private' })
    const one = await someone.upload(png())
    const other = await someone.upload(png())
    const { location } = (await service.call('GET', pathOf(one.fileUrl))).headers as { location: string }
    expect((await get(service, location)).statusCode).toBe(200)
    const [oneName, otherName] = [one, other].map(({ fileUrl }) => fileUrl.split('/').at(-1) as string)
    expect((await get(service, location.replace(oneName as string, otherName as string))).statusCode).toBe(403)
    expect((await get(service, location.replace(/expires=\d+/, `expires=${time + 9_000_000}`))).statusCode).toBe(403)
    expect((await get(service, location.replace(/signature=.*/, 'signature='))).statusCode).toBe(403)
    time += 3_600_000
    expect((await get(service, location)).statusCode).toBe(403)
  })

  test('a private file is found under its own bot, result and block only', async () => {
    const someone = await visitor(service, { visibility: 'Private' })
    const other = await visitor(service)
    const path = pathOf((await someone.upload(png())).fileUrl)
    expect((await service.call('GET', path)).status).toBe(302)
    for (const [from, to] of [
      [someone.botId, other.botId],
      [someone.resultId, other.resultId],
      ['/blocks/file/', '/blocks/in1/'],
    ] as const) {
      expect((await service.call('GET', path.replace(from, to))).status).toBe(404)
    }
  })
})

describe('F7: room', () => {
  test('a workspace has no more than its share, reservations counted', async () => {
    const small = await testService({ COLLOQUY_LIMITS: '{"workspaceFileBytes": 1000}' })
    const someone = await visitor(small)
    expect((await someone.ask({})).body).toMatchObject({ status: 413, code: 'storage_quota_reached' })
    const first = (await someone.ask({ fileSize: 600 })).body
    expect((await someone.ask({ fileSize: 600 })).status).toBe(413)
    await put(small, first.presignedUrl, 'x'.repeat(100))
    expect((await someone.ask({ fileSize: 600 })).status).toBe(200)
    const author = await authorUpload(small, someone.botId, 'x'.repeat(400), 'text/plain')
    expect(author.body.code).toBe('storage_quota_reached')
    await small.close()
  })

  test('a full disk is told, and leaves no file and no row that is listed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'colloquy-full-'))
    const full = await testService({}, { files: openFolderFiles({ folder, open: () => open('/dev/full', 'w') }) })
    const someone = await visitor(full)
    const { status, code, fileUrl } = await someone.upload(png())
    expect([status, code]).toEqual([507, 'storage_full'])
    expect((await get(full, fileUrl)).statusCode).toBe(404)
    expect((await someone.say(fileUrl)).body.input.id).toBe('file')
    const author = await authorUpload(full, someone.botId, png(), 'image/png')
    expect(author).toMatchObject({ status: 507, body: { code: 'storage_full' } })
    expect(filesIn(folder)).toEqual(['incoming'])
    await full.close()
    await rm(folder, { recursive: true })
  })
})

describe('replies', () => {
  const other = () => visitor(service)

  test('files of the same conversation are taken, several where several are allowed', async () => {
    const someone = await visitor(service, { isMultipleAllowed: true })
    const urls = [await someone.upload(png()), await someone.upload(Buffer.from('hello'))].map(({ fileUrl }) => fileUrl)
    expect((await someone.say(urls.join(', '))).body.input.id).toBe('in1')
    expect((await someone.result()).answers[0]).toMatchObject({
      content: urls.join(', '),
      storageUsed: png().length + 5,
    })
  })

  test('a file of another conversation, or one that never arrived, is asked for again', async () => {
    const someone = await visitor(service)
    const foreign = (await (await other()).upload(png())).fileUrl
    const pending = (await someone.ask({})).body.fileUrl
    for (const url of [foreign, pending, `${foreign}, ${pending}`]) {
      expect((await someone.say(url)).body).toMatchObject({ input: { id: 'file' }, messages: [{ id: 'file' }] })
    }
  })

  test('files elsewhere are taken as they are, and use no room here', async () => {
    const someone = await visitor(service)
    expect((await someone.say('https://elsewhere.example/a.png')).body.input.id).toBe('in1')
    expect((await someone.result()).answers[0].storageUsed).toBe(0)
  })

  test('attachments of a text are counted, and foreign ones dropped', async () => {
    const someone = await visitor(service, { attachments: { isEnabled: true, saveVariableId: 'v1' } }, 'text input')
    const mine = (await someone.upload(png())).fileUrl
    const foreign = (await (await other()).upload(png())).fileUrl
    await someone.say({ type: 'text', text: `see ${foreign}`, attachedFileUrls: [mine, foreign] })
    const { answers } = await someone.result()
    expect(answers[0]).toMatchObject({ content: `see ${foreign}`, storageUsed: png().length })
    const [row] = await service.storage.results.answers([someone.resultId])
    expect(JSON.parse(row?.attachedFileUrls ?? '')).toEqual([mine])
  })
})

describe('what nobody can use any more is swept', () => {
  test('answered files stay, all others go with their conversation', async () => {
    let now = Date.now()
    const swept = await testService({}, { clock: () => now })
    const [answered, unanswered, pending] = [await visitor(swept), await visitor(swept), await visitor(swept)]
    const kept = await answered.upload(png())
    await answered.say(kept.fileUrl)
    const lost = await unanswered.upload(png())
    await pending.ask({})
    now += 49 * 3_600_000
    await swept.storage.sessions.removeExpired(now, 100)
    const extra = await visitor(swept)
    await swept.call('DELETE', `/api/v1/bots/${extra.botId}`)
    await vi.waitFor(() => {
      const names = filesIn(join(swept.folder, 'uploads', 'kept')).filter((path) => /[a-z0-9]{24}$/.test(path))
      expect(names.some((path) => path.includes(unanswered.resultId))).toBe(false)
      expect(names.some((path) => path.includes(answered.resultId))).toBe(true)
    }, patiently)
    expect((await get(swept, kept.fileUrl)).statusCode).toBe(200)
    expect((await get(swept, lost.fileUrl)).statusCode).toBe(404)
    const id = idOf(lost.fileUrl)
    await vi.waitFor(async () => expect(await swept.storage.uploads.find(id)).toBeUndefined(), patiently)
    await swept.close()
  })
})

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
