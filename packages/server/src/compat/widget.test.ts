import { afterAll, beforeAll, expect, test } from 'vitest'
import { GenerationFailed } from '../generations/generation.js'
import { group, textBubble } from '../testing/chat-client.js'
import { type CompatService, compatService } from '../testing/compat-service.js'
import { fileBot, png } from '../testing/file-bot.js'
import { askingBot, type TestOptions } from '../testing/test-service.js'

/** Requests of Typebot's widget and what it reads of the answers, one by one. */

let service: CompatService
beforeAll(async () => {
  service = await compatService({ COLLOQUY_LIMITS: '{"uploadBytes":1048576}' })
})
afterAll(() => service.close())

const page = { origin: 'https://shop.example' }
const startBody = { isStreamEnabled: true, prefilledVariables: {}, isOnlyRegistering: false }
const start = (publicId: string, body: object = {}, headers: Record<string, string> = page) =>
  service.send('POST', `/api/v1/typebots/${publicId}/startChat`, { ...startBody, ...body }, headers)
const reply = (sessionId: string, body: object) =>
  service.send('POST', `/api/v1/sessions/${sessionId}/continueChat`, body, page)

test('a start returns the bot under both names, with everything that the widget needs', async () => {
  const settings = { general: { rememberUser: { isEnabled: true } }, metadata: { title: 'Hidden' } }
  const botId = await service.publish(askingBot('both-names', 1, settings))
  const { status, body, headers } = await start('both-names')
  expect(status).toBe(200)
  expect(body.typebot).toEqual(body.bot)
  expect(body.typebot).toMatchObject({ id: botId, version: '6', theme: {}, publishedAt: expect.any(String) })
  expect(body.typebot.settings).toEqual({ general: { rememberUser: { isEnabled: true } } })
  expect(Number.isNaN(Date.parse(body.typebot.publishedAt))).toBe(false)
  expect(body.sessionId).toMatch(/^[a-z0-9]+$/)
  expect(body.resultId).toMatch(/^[a-z0-9]+$/)
  expect(body.messages[0]).toMatchObject({ id: 'hello', type: 'text', content: { type: 'richText' } })
  expect(body.messages[0].content.richText).toEqual([{ type: 'p', children: [{ text: 'Hi' }] }])
  expect(body.input).toMatchObject({ id: 'in0', type: 'text input' })
  expect(headers['access-control-allow-origin']).toBe(page.origin)
  const again = await start('both-names', { resultId: body.resultId })
  expect(again.body.typebot.publishedAt).toBe(body.typebot.publishedAt)
  expect(again.body.resultId).toBe(body.resultId)
  expect((await start('both-names', { isOnlyRegistering: true })).body).toMatchObject({ messages: [] })
})

test('the native address of a start returns the bot under its native name only', async () => {
  await service.publish(askingBot('one-name'))
  const { body } = await service.send('POST', '/api/v1/bots/one-name/startChat', {})
  expect(Object.keys(body)).toContain('bot')
  expect(Object.keys(body)).not.toContain('typebot')
})

test('the same start with the same key is answered with the same bytes', async () => {
  await service.publish(askingBot('same-bytes'))
  const headers = { 'idempotency-key': 'again' }
  const first = await start('same-bytes', {}, headers)
  expect((await start('same-bytes', {}, headers)).text).toBe(first.text)
  expect((await start('same-bytes', { message: 'Other' }, headers)).body).toMatchObject({ status: 422 })
})

test('a name that looks like one of Typebot is left alone where it is of a visitor or an author', async () => {
  const bot = { ...askingBot('names-of-others'), variables: [{ id: 'v1', name: 'typebot' }] }
  const { blocks } = bot.groups[0] as { blocks: object[] }
  blocks[0] = textBubble('hello', 'bot, typebot, {{typebot}}')
  await service.publish(bot)
  const { body } = await start('names-of-others', { prefilledVariables: { typebot: 'Bot link' } })
  expect(body.messages[0].content.plainText).toBe('bot, typebot, Bot link')
})

test('replies of every form that the widget sends are understood', async () => {
  const events = [
    { id: 'e1', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'ed1' },
    {
      id: 'e2',
      type: 'command',
      graphCoordinates: { x: 0, y: 0 },
      outgoingEdgeId: 'ed2',
      options: { command: 'help' },
    },
  ]
  const edges = [
    { id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } },
    { id: 'ed2', from: { eventId: 'e2' }, to: { groupId: 'g2' } },
  ]
  const choice = {
    id: 'pick',
    type: 'choice input',
    items: [
      { id: 'i1', content: 'One', value: '1' },
      { id: 'i2', content: 'Two' },
    ],
    options: { variableId: 'v1' },
  }
  const groups = [
    group(
      'g1',
      { id: 'a', type: 'text input' },
      { id: 'b', type: 'date input' },
      choice,
      textBubble('t', 'Took {{Name}}'),
      {
        id: 'c',
        type: 'file input',
        options: { isRequired: false },
      },
      { id: 'd', type: 'text input', options: { audioClip: { isEnabled: true, saveVariableId: 'v1' } } },
      { id: 'last', type: 'text input' },
    ),
    group('g2', textBubble('help', 'Here is help'), { id: 'e', type: 'text input' }),
  ]
  await service.publish({ ...askingBot('replies'), events, edges, groups })
  const { sessionId } = (await start('replies')).body
  expect((await reply(sessionId, { message: 'A plain text' })).body.input.id).toBe('b')
  const date = await reply(sessionId, { message: { type: 'text', text: '2026-01-15' } })
  expect(date.body).toMatchObject({ lastMessageNewFormat: '15/01/2026', input: { id: 'pick' } })
  const picked = await reply(sessionId, { message: { type: 'text', text: '1', metadata: { replyId: 'i1' } } })
  expect(picked.body.messages[0].content.plainText).toBe('Took 1')
  expect((await reply(sessionId, {})).body.input.id).toBe('d')
  const heard = await reply(sessionId, { message: { type: 'audio', url: 'https://files.example/a.webm' } })
  expect(heard.body.input.id).toBe('last')
  const helped = await reply(sessionId, { message: { type: 'command', command: 'help' } })
  expect(helped.body.messages[0].content.plainText).toBe('Here is help')
})

test('a conversation is over when there is neither an input nor an action that waits', async () => {
  const goTo = { id: 'go', type: 'Redirect', options: { url: 'https://a.example' } }
  await service.publish({
    ...askingBot('ends'),
    groups: [group('g1', { id: 'a', type: 'text input' }, textBubble('t', 'Bye'), goTo)],
  })
  const { sessionId } = (await start('ends')).body
  const { body } = await reply(sessionId, { message: 'Hi' })
  expect(body.input).toBeUndefined()
  expect(body.clientSideActions).toEqual([
    { type: 'redirect', redirect: { url: 'https://a.example' }, lastBubbleBlockId: 't' },
  ])
  const late = await reply(sessionId, { message: 'Hello?' })
  expect(late).toMatchObject({ status: 404, body: { message: expect.any(String) } })
})

test('progress and avatars that change come along', async () => {
  const theme = {
    general: { progressBar: { isEnabled: true } },
    chat: { hostAvatar: { isEnabled: true, url: '{{Name}}' } },
  }
  await service.publish({ ...askingBot('progress', 2), theme })
  const { body } = await start('progress')
  expect(body.progress).toBeGreaterThan(0)
  const next = await reply(body.sessionId, { message: 'https://pictures.example/ada.png' })
  expect(next.body.dynamicTheme.hostAvatarUrl).toBe('https://pictures.example/ada.png')
})

test('what goes wrong at a start comes with a sentence for the visitor', async () => {
  const closed = 'We are closed until Monday'
  const botId = await service.publish(askingBot('closed', 1, { general: { systemMessages: { botClosed: closed } } }))
  await service.call('PATCH', `/api/v1/bots/${botId}`, { bot: { isClosed: true } })
  expect(await start('closed')).toMatchObject({
    status: 400,
    body: { defined: true, code: 'BAD_REQUEST', status: 400, message: closed },
  })
  await service.publish(askingBot('elsewhere', 1, { security: { allowedOrigins: ['https://good.example'] } }))
  expect(await start('elsewhere')).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN', message: expect.any(String) },
  })
  const unknown = await start('unknown')
  expect(unknown).toMatchObject({ status: 404, body: { code: 'NOT_FOUND', defined: true } })
  expect(unknown.headers['access-control-allow-origin']).toBe(page.origin)
})

test('a bot in a frame of our own page is judged by the page around it, by the header that the widget sends', async () => {
  await service.publish(askingBot('framed', 1, { security: { allowedOrigins: ['https://good.example'] } }))
  const own = { origin: `http://127.0.0.1:${service.port}`, host: `127.0.0.1:${service.port}` }
  const framed = { ...own, 'x-typebot-iframe-referrer-origin': 'https://good.example' }
  const { status, body } = await start('framed', {}, framed)
  expect(status).toBe(200)
  const path = `/api/v1/sessions/${body.sessionId}/continueChat`
  expect((await service.send('POST', path, { message: 'x' }, framed)).status).toBe(200)
  expect((await start('framed', {}, own)).status).toBe(403)
  const other = { ...own, 'x-typebot-iframe-referrer-origin': 'https://evil.example' }
  expect((await start('framed', {}, other)).status).toBe(403)
})

test('logs of the client are taken after a reply has failed', async () => {
  const botId = await service.publish(askingBot('client-logs'))
  const { sessionId, resultId } = (await start('client-logs')).body
  const clientLogs = [{ status: 'error', description: 'While sending', details: '{"a":1}', context: 'chat' }]
  const path = `/api/v2/sessions/${sessionId}/clientLogs`
  const sent = await service.send('POST', path, { clientLogs }, page)
  expect(sent).toMatchObject({ status: 200, body: { message: expect.any(String) } })
  const { body } = await service.call('GET', `/api/v1/bots/${botId}/results/${resultId}/logs`)
  expect(body.logs).toMatchObject(clientLogs)
  const unknown = await service.send('POST', '/api/v2/sessions/nothing/clientLogs', { clientLogs }, page)
  expect(unknown).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})

test.each([
  '/api/v1/typebots/any/startChat',
  '/api/v1/typebots/any/preview/startChat',
  '/api/v1/sessions/any/continueChat',
  '/api/v1/sessions/any/clientLogs',
  '/api/v2/sessions/any/clientLogs',
  '/api/v2/sessions/any/streamMessage',
  '/api/v1/generate-upload-url',
  '/api/v2/generate-upload-url',
  '/api/v3/generate-upload-url',
  '/api/v1/sendMessage',
  '/api/v2/sendMessage',
])('the preflight of %s lets every page ask', async (path) => {
  const asked = 'content-type,x-typebot-iframe-referrer-origin'
  const { status, headers } = await service.send('OPTIONS', path, undefined, {
    ...page,
    'access-control-request-method': 'POST',
    'access-control-request-headers': asked,
  })
  expect(status).toBe(204)
  expect(headers['access-control-allow-origin']).toBe(page.origin)
  expect(headers['access-control-allow-headers']).toBe(asked)
  expect(headers['access-control-allow-methods']).toContain('POST')
})

test('a file goes up as newer and as older widgets send it', async () => {
  await service.publish(fileBot('files'))
  const { sessionId } = (await start('files')).body
  const file = { fileName: 'a.png', sessionId, blockId: 'file', fileType: 'image/png', fileSize: png().length }
  const ask = () => service.send('POST', '/api/v3/generate-upload-url', file, page)
  const newer = (await ask()).body
  expect(newer.formData).toEqual({})
  const bytes = { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400', ...page }
  const put = await fetch(newer.presignedUrl, { method: 'PUT', body: new Uint8Array(png()), headers: bytes })
  expect(put.status).toBe(204)
  const older = (await ask()).body
  const form = new FormData()
  form.append('file', new File([new Uint8Array(png())], 'a.png', { type: 'image/png' }))
  expect((await fetch(older.presignedUrl, { method: 'POST', body: form, headers: page })).status).toBe(204)
  const { body } = await reply(sessionId, { message: { type: 'text', text: encodeURI(newer.fileUrl) } })
  expect(body.input.id).toBe('in1')
  const refused = await ask()
  expect(refused).toMatchObject({ status: 400, body: { message: expect.any(String) } })
})

test.each<[string, string, (chat: { sessionId: string; resultId: string }) => object]>([
  ['a session', '/api/v2/generate-upload-url', ({ sessionId }) => ({ sessionId, fileName: 'a.png' })],
  [
    'a session in the path of the file',
    '/api/v1/generate-upload-url',
    ({ sessionId }) => ({ sessionId, fileName: 'a.png' }),
  ],
  [
    'a result',
    '/api/v1/generate-upload-url',
    ({ resultId }) => ({ typebotId: 'any', blockId: 'file', resultId, fileName: 'a.png' }),
  ],
])('an upload address of an older version is found by %s, and takes the form', async (name, path, body) => {
  const publicId = name.replaceAll(' ', '-')
  await service.publish(fileBot(publicId))
  const chat = (await start(publicId)).body
  const answer = await service.send('POST', path, { ...body(chat), fileType: 'image/png' }, page)
  expect(answer).toMatchObject({ status: 200, body: { formData: {}, fileUrl: expect.any(String) } })
  expect(answer.headers['access-control-allow-origin']).toBe(page.origin)
  const form = new FormData()
  form.append('file', new File([new Uint8Array(png())], 'a.png', { type: 'image/png' }))
  expect((await fetch(answer.body.presignedUrl, { method: 'POST', body: form, headers: page })).status).toBe(204)
  const { body: replied } = await reply(chat.sessionId, { message: answer.body.fileUrl })
  expect(replied.input.id).toBe('in1')
})

test('an upload address of an older version takes the session from the query, and refuses unknown ones', async () => {
  await service.publish(fileBot('upload-query'))
  const { sessionId } = (await start('upload-query')).body
  const file = { fileName: 'a.png', fileType: 'image/png' }
  const ask = (query: string, body: object) => service.send('POST', `/api/v2/generate-upload-url${query}`, body, page)
  expect((await ask(`?sessionId=${sessionId}`, file)).status).toBe(200)
  const unknown = { status: 400, body: { code: 'BAD_REQUEST', message: expect.any(String) } }
  expect(await ask('?sessionId=unknown', file)).toMatchObject(unknown)
  expect(await ask('', { filePathProps: { ...file, resultId: 'unknown' } })).toMatchObject(unknown)
  expect(await ask('', file)).toMatchObject(unknown)
})

test('a generated text comes in the lines that the widget reads, at a separate address', async () => {
  await service.publish(askingBot('streaming'))
  const { sessionId } = (await start('streaming')).body
  const path = `/api/v2/sessions/${sessionId}/streamMessage`
  const { status, text, headers } = await service.send('POST', path, {}, page)
  expect({ status, text }).toEqual({ status: 200, text: '0:"Hello"\nd:{"finishReason":"stop"}\n' })
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'access-control-allow-origin': page.origin,
  })
})

test('a failed generation comes as a line that the widget can parse twice', async () => {
  const findGenerate: TestOptions['findGenerate'] = () => async () => {
    throw new GenerationFailed({ description: 'No credit', details: 'key 12' })
  }
  const failing = await compatService({}, { findGenerate })
  await failing.publish(askingBot('failing'))
  const { sessionId } = (await failing.send('POST', '/api/v1/typebots/failing/startChat', startBody)).body
  const { text } = await failing.send('POST', `/api/v2/sessions/${sessionId}/streamMessage`, {})
  expect(JSON.parse(JSON.parse(text.slice(2)))).toEqual({ description: 'No credit' })
  await failing.close()
})

test('a client that asks for a text where none is generated learns so, and does not ask again', async () => {
  await service.publish(fileBot('no-stream'))
  const { sessionId } = (await start('no-stream')).body
  const refused = await service.send('POST', `/api/v2/sessions/${sessionId}/streamMessage`, {}, page)
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('text'), status: 400 } })
  const unknown = await service.send('POST', '/api/v2/sessions/nothing/streamMessage', {}, page)
  expect(unknown).toMatchObject({ status: 404, body: { message: 'Session not found' } })
})

test('a preview needs a token, takes no notice of a draft in the body, and answers both names', async () => {
  const botId = await service.publish(askingBot('previewed'))
  const path = `/api/v1/typebots/${botId}/preview/startChat`
  const body = {
    isStreamEnabled: true,
    startFrom: { type: 'group', groupId: 'g1' },
    typebot: { id: botId, groups: [] },
  }
  expect(await service.send('POST', path, body)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  const started = await service.send('POST', path, body, service.asOwner)
  expect(started.body.typebot.id).toBe(botId)
  expect(started.body.messages[0].content.plainText).toBe('Hi')
})

test('a page of another origin previews with a token, and never with a cookie', async () => {
  const botId = await service.publish(fileBot('previewed-elsewhere'))
  const path = `/api/v1/typebots/${botId}/preview/startChat`
  const started = await service.send('POST', path, {}, { ...page, ...service.asOwner })
  expect(started).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': page.origin } })
  expect(started.headers['access-control-allow-credentials']).toBeUndefined()
  const { sessionId } = started.body
  const file = { sessionId, fileName: 'a.png', fileType: 'image/png' }
  const { body: upload, headers } = await service.send('POST', '/api/v3/generate-upload-url', file, page)
  expect(headers['access-control-allow-origin']).toBe(page.origin)
  const content = { body: new Uint8Array(png()), headers: { 'content-type': 'image/png', ...page } }
  expect((await fetch(upload.presignedUrl, { method: 'PUT', ...content })).status).toBe(204)
  const replied = await reply(sessionId, { message: upload.fileUrl })
  expect(replied).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': page.origin } })
  const signedIn = await service.send('POST', '/api/v1/sign-in', { token: service.token })
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] as string
  const refused = await service.send('POST', path, {}, { ...page, cookie })
  expect(refused).toMatchObject({
    status: 401,
    headers: { 'access-control-allow-origin': page.origin },
    body: { message: expect.any(String) },
  })
  expect(refused.headers['access-control-allow-credentials']).toBeUndefined()
})
