import { openTelegram } from '@colloquy/test-kit/providers/telegram'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noTyping, quick } from '../testing/messaging-world.js'
import { type TestService, testService } from '../testing/test-service.js'

/** A bot on Telegram, from its token to its last answer, with a stand-in of the Bot API. */

const token = '123456789:AAE_planted-token-of-the-tests'
let telegram: Awaited<ReturnType<typeof openTelegram>>
let service: TestService
let account: string
beforeAll(async () => {
  telegram = await openTelegram()
  service = await testService({ ...quick, ...telegram.env })
  account = await service.addCredentials('telegram', { provider: 'telegram', token }, { name: 'Shop' })
  const made = await service.call('POST', '/api/v1/bots', { workspaceId: service.workspaceId, bot })
  const settings = { ...noTyping, messaging: { isEnabled: true } }
  const change = { settings, channels: [{ credentialsId: account }] }
  await service.call('PATCH', `/api/v1/bots/${made.body.bot.id}`, { bot: change })
  await service.call('POST', `/api/v1/bots/${made.body.bot.id}/publish`)
})
afterAll(async () => {
  await service.close()
  await telegram.close()
})

const at = { x: 0, y: 0 }
const textBlock = (id: string, children: object[]) => ({
  id,
  type: 'text',
  content: { richText: [{ type: 'p', children }] },
})
const bot = {
  events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
  edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
  variables: ['Colour', 'plan', 'File'].map((name, index) => ({ id: `v${index}`, name })),
  groups: [
    {
      id: 'g1',
      title: 'G',
      graphCoordinates: at,
      blocks: [
        textBlock('b1', [{ text: 'Plan', bold: true }, { text: ': {{plan}} <*_' }]),
        { id: 'b2', type: 'image', content: { url: 'https://example.com/a.png' } },
        textBlock('b3', [{ text: 'Which colour?' }]),
        {
          id: 'b4',
          type: 'choice input',
          items: [
            { id: 'i1', content: 'Red' },
            { id: 'i2', content: 'Green' },
          ],
          options: { variableId: 'v0' },
        },
        textBlock('b5', [{ text: 'A picture of {{Colour}}?' }]),
        { id: 'b6', type: 'file input', options: { variableId: 'v2', isRequired: true } },
        textBlock('b7', [{ text: 'Got {{File}}' }]),
      ],
    },
  ],
}

const path = () => `/api/v1/workspaces/${service.workspaceId}/messaging/${account}`
const secret = () => telegram.calls.findLast(({ method }) => method === 'setWebhook')?.body.secret_token
let updates = 0
const arrive = (update: object, given = secret()) =>
  service.call('POST', `${path()}/webhook`, JSON.stringify({ update_id: ++updates, ...update }), {
    authorization: '',
    'content-type': 'application/json',
    'x-telegram-bot-api-secret-token': given,
  })
const message = (id: number, content: object) => {
  const [from, chat] = [
    { id, first_name: 'Ada' },
    { id, type: 'private' },
  ]
  return { message: { message_id: 1, from, chat, date: Math.floor(Date.now() / 1_000), ...content } }
}

test('an account needs its token only: connecting makes the secret once, and stores it', async () => {
  expect((await service.call('GET', path())).body.isSigned).toBe(false)
  const refused = { error_code: 401, description: 'Unauthorized' }
  telegram.failOnce(refused)
  const failed = (await service.call('POST', `${path()}/connect`)).body
  expect(failed).toMatchObject({ status: 'failure' })
  expect(JSON.stringify(failed)).toContain('Unauthorized')
  expect(JSON.stringify(failed)).not.toContain('planted')
  const connect = async () => (await service.call('POST', `${path()}/connect`)).body
  expect(await connect()).toEqual({ status: 'success', message: 'Telegram sends messages here.' })
  const first = secret()
  await connect()
  expect([secret(), telegram.calls[0]?.token]).toEqual([first, token])
  expect(first).toMatch(/^[\w-]{40,256}$/)
  const { webhookUrl, isSigned } = (await service.call('GET', path())).body
  expect([telegram.calls[0]?.body.url, isSigned]).toEqual([webhookUrl, true])
  expect((await arrive(message(1, { text: 'Hi' }), 'guessed')).status).toBe(401)
  const tested = await service.call('POST', `/api/v1/credentials/${account}/test`, {
    workspaceId: service.workspaceId,
  })
  expect(tested.body.status, tested.body.message).toBe('success')
  expect(telegram.calls.at(-1)).toMatchObject({ method: 'getMe', token })
})

test('a chat begins by a deep link, is answered by a button and a file, and is sent with its formatting', async () => {
  await arrive(message(42, { text: '/start cGxhbj1wcm8mbmFtZT1BZGE' }))
  await expect.poll(() => telegram.shown(42).length).toBe(3)
  const [text, image, buttons] = telegram.shown(42)
  expect(text?.body.text).toBe('Plan: pro <*_')
  expect(text?.body.entities).toEqual([{ type: 'bold', offset: 0, length: 4 }])
  expect([image?.method, image?.body.photo]).toEqual(['sendPhoto', 'https://example.com/a.png'])
  const { inline_keyboard } = buttons?.body.reply_markup ?? {}
  expect(inline_keyboard.flat()).toEqual([
    { text: 'Red', callback_data: 'i1' },
    { text: 'Green', callback_data: 'i2' },
  ])
  const pressed = await arrive({
    callback_query: {
      id: 'q1',
      from: { id: 42, first_name: 'Ada' },
      message: { chat: { id: 42, type: 'private' }, reply_markup: { inline_keyboard } },
      data: 'i2',
    },
  })
  expect(pressed.body).toEqual({ message: 'OK', method: 'answerCallbackQuery', callback_query_id: 'q1' })
  await expect.poll(() => telegram.shown(42).at(-1)?.body.text).toBe('A picture of Green?')
  telegram.files.set('photos/f.jpg', Buffer.from('a picture'))
  await arrive(message(42, { photo: [{ file_id: 'photos/f.jpg' }] }))
  await expect.poll(() => telegram.shown(42).at(-1)?.body.text).toMatch(/^Got http.*\.jpe?g/)
  expect(telegram.calls.some(({ method, body }) => method === 'sendChatAction' && body.chat_id === '42')).toBe(true)
})

test('an update twice is one message, and a message that is edited or written in a group is not answered', async () => {
  const update = { update_id: 9_000, ...message(43, { text: 'Hello' }) }
  await arrive(update)
  await arrive(update)
  await expect.poll(() => telegram.shown(43).length).toBe(3)
  const { message: edited } = message(43, { text: 'Hello!' })
  await arrive({ edited_message: edited })
  await arrive(message(43, { text: 'Hello', chat: { id: -5, type: 'group' } }))
  const { otherFields } = (await service.call('GET', path())).body
  expect(otherFields.map(({ field }: { field: string }) => field).sort()).toEqual(['edited_message', 'group'])
  expect(telegram.shown(43)).toHaveLength(3)
})

test('a message waits as long as Telegram asks', async () => {
  const begun = Date.now()
  const limited = { error_code: 429, description: 'Too Many Requests', parameters: { retry_after: 1 } }
  telegram.failOnce(limited)
  await arrive(message(44, { text: 'Hello' }))
  await expect.poll(() => telegram.shown(44).length, { timeout: 5_000 }).toBe(3)
  expect(Date.now() - begun).toBeGreaterThan(1_000)
})
