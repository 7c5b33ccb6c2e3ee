import { expect, test } from 'vitest'
import type { ChannelPort, ChannelRequest, ChannelResponse } from '../calls.js'
import { formatted, marks } from './formatting.js'
import { telegram } from './telegram.js'

const token = '123456789:AAE_planted-token-of-the-tests'
const account = { data: { provider: 'telegram', token } as const, addresses: { api: 'https://bots.example' } }

/** Answers calls one after another. */
function portWith(...answers: (object | Uint8Array)[]) {
  const calls: ChannelRequest[] = []
  const port: ChannelPort = {
    readUrl: (text) => ({ host: text.split('/')[2] ?? '', pathname: '', search: '' }),
    async call(request): Promise<ChannelResponse> {
      calls.push(request)
      const answer = answers.shift() ?? { ok: true, result: true }
      const isFile = answer instanceof Uint8Array
      const status = 'error_code' in answer ? Number(answer.error_code) : 200
      return { kind: 'response', status, body: isFile ? answer : new Uint8Array(), fields: () => ({ ...answer }) }
    },
  }
  return { port, calls }
}

const sent = async (answer: object) => {
  const { port, calls } = portWith(answer)
  const outcome = await telegram.send(account, telegram.render({ type: 'text', text: 'Hello' }, 'id42'), port)
  return { outcome, calls }
}

test('A message is sent to the chat of the contact, with the token in no address', async () => {
  const { outcome, calls } = await sent({ ok: true, result: { message_id: 3 } })
  expect(outcome.kind).toBe('sent')
  const [call] = calls
  expect(call?.url).toBe('https://bots.example/bot~token~/sendMessage')
  expect(call?.secretHeaders).toEqual({ headers: [], hosts: ['bots.example'], path: ['~token~', token] })
  expect(JSON.parse(call?.body ?? '')).toMatchObject({ chat_id: '42', text: 'Hello', entities: [] })
})

test.each([
  [
    { error_code: 429, parameters: { retry_after: 35 } },
    { kind: 'later', retryAfterSeconds: 35 },
  ],
  [
    { error_code: 403, description: 'Forbidden: bot was blocked by the user' },
    { kind: 'never', cause: 'opt-out' },
  ],
  [{ error_code: 401, description: 'Unauthorized' }, { kind: 'later' }],
  [{ error_code: 400, description: 'Bad Request: chat not found' }, { kind: 'never' }],
  [{ error_code: 502 }, { kind: 'later' }],
])('After %j a message is %j', async (answer, expected) => {
  const { outcome } = await sent(answer)
  expect(outcome).toMatchObject(expected)
  expect(JSON.stringify(outcome)).not.toContain(token)
})

test('A token that could change the address is not used', async () => {
  const { port, calls } = portWith()
  const bad = { ...account, data: { ...account.data, token: '1:x/../../evil' } }
  expect((await telegram.send(bad, telegram.render({ type: 'text', text: 'a' }, 'id1'), port)).kind).toBe('never')
  expect(telegram.probe?.(bad)).toBeUndefined()
  expect(calls).toEqual([])
})

test('Formatting holds around what was marked, and hostile text stays as it is', () => {
  const hostile = '<b>*_`[x](y)</b> \\ &amp; 😀'
  const { bold, italic } = marks
  expect(formatted(`${bold}${hostile}${bold} and ${italic}open`)).toEqual({
    text: `${hostile} and open`,
    entities: [
      { type: 'bold', offset: 0, length: hostile.length },
      { type: 'italic', offset: hostile.length + 5, length: 4 },
    ],
  })
})

test('Buttons are one row each, below a text or an image', () => {
  const buttons = [{ id: 'i1', title: 'Red' }]
  const reply_markup = { inline_keyboard: [[{ text: 'Red', callback_data: 'i1' }]] }
  const message = { type: 'buttons', text: 'Which?', buttons } as const
  expect(telegram.render(message, 'id42')).toMatchObject({
    method: 'sendMessage',
    body: { text: 'Which?', reply_markup },
  })
  const photo = 'https://example.com/a.png'
  const body = { photo, caption: 'Which?', reply_markup }
  expect(telegram.render({ ...message, imageUrl: photo }, 'id42')).toMatchObject({ method: 'sendPhoto', body })
})

test('Connecting sets the webhook with its secret', async () => {
  const { port, calls } = portWith()
  const webhook = { url: 'https://chat.example/hook', secret: 'planted' }
  expect(await telegram.connect?.(account, webhook, port)).toEqual({ kind: 'sent' })
  expect(calls[0]?.url).toMatch(/\/setWebhook$/)
  expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({ url: webhook.url, secret_token: 'planted' })
})

test('A file is downloaded by the path that Telegram names, unless that leads elsewhere', async () => {
  const { port, calls } = portWith({ result: { file_path: 'photos/file_1.jpg' } }, new Uint8Array([7]))
  expect(await telegram.download(account, 'f', 9, port)).toMatchObject({ kind: 'media', content: new Uint8Array([7]) })
  expect(calls[1]).toMatchObject({ url: 'https://bots.example/file/bot~token~/photos/file_1.jpg', maxBytes: 9 })
  const elsewhere = portWith({ result: { file_path: '../bot/x' } })
  expect((await telegram.download(account, 'f', 9, elsewhere.port)).kind).toBe('never')
  expect(elsewhere.calls).toHaveLength(1)
})

test('Only calls with the secret are accepted', () => {
  const cryptography = { hmac: () => '', isEqual: (a: string, b: string) => a === b }
  const verifies = (secret: string | undefined, data: object) => {
    const headers = { 'x-telegram-bot-api-secret-token': secret }
    return telegram.verify(
      { headers, body: new Uint8Array(), receivedAt: 0 },
      { ...account.data, ...data },
      cryptography,
    )
  }
  expect(verifies('planted', { webhookSecret: 'planted' })).toBe(true)
  expect(verifies('other', { webhookSecret: 'planted' })).toBe(false)
  expect(verifies(undefined, { webhookSecret: 'planted' })).toBe(false)
  expect(verifies('', { webhookSecret: '' })).toBe(false)
})
