import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileBot, get, idOf, png, put, visitor } from '../testing/file-bot.js'
import { testService } from '../testing/test-service.js'

let service: Awaited<ReturnType<typeof testService>>
beforeAll(async () => {
  service = await testService({ COLLOQUY_PUBLIC_URL: 'https://bots.example' })
})
afterAll(() => service.close())

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
