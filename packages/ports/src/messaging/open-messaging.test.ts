import { type ChannelDefinition, channels } from '@colloquy/channels'
import { type MessagingProvider, openMessagingProvider } from '@colloquy/test-kit/providers/messaging-provider'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { EgressPort } from '../egress/egress-port.js'
import { openTestEgress } from '../testing/limited-ports.js'
import type { ChannelAccount, MessagingPort } from './messaging-port.js'
import { openMessaging } from './open-messaging.js'

let provider: MessagingProvider
let egress: EgressPort
let messaging: MessagingPort
beforeAll(async () => {
  provider = await openMessagingProvider()
  egress = openTestEgress({ allow: [new URL(provider.url).host] })
  messaging = openMessaging(provider.env, egress)
})
afterEach(() => provider.answerWith(() => undefined))
afterAll(async () => {
  await egress.close()
  await provider.close()
})

const channel = channels.find(({ type }) => type === 'whatsapp') as ChannelDefinition
const accountOf = (data: ChannelAccount['data']): ChannelAccount => ({ channel, data, workspaceId: 'w' })
const meta = accountOf({ systemUserAccessToken: 'meta-token', phoneNumberId: '7' })
const dialog = accountOf({ provider: '360dialog', apiKey: 'dialog-key' })
const text = { type: 'text', text: 'Hi' } as const

const refused = (code: number, status = 400) => ({ status, body: { error: { code, message: 'No' } } })

test.each<[number, object]>([
  [131047, { kind: 'never', cause: 'window' }],
  [131049, { kind: 'never', cause: 'cap' }],
  [131050, { kind: 'never', cause: 'opt-out' }],
  [131056, { kind: 'later', cause: 'pair-rate' }],
  [190, { kind: 'later', cause: 'token' }],
])('the code %i of WhatsApp has a cause, whatever the status', async (code, outcome) => {
  for (const status of [400, 403, 500]) {
    provider.answerWith(() => refused(code, status))
    expect(await messaging.send(meta, '49', text)).toMatchObject(outcome)
  }
})

test.each<[string, () => string]>([
  ['seconds', () => '30'],
  ['a date', () => new Date(Date.now() + 30_000).toUTCString()],
])('a provider that asks to wait by %s in the header Retry-After is asked again after that', async (_, header) => {
  provider.answerWith(() => ({ ...refused(130429), headers: { 'retry-after': header() } }))
  const outcome = await messaging.send(meta, '49', text)
  expect(outcome).toMatchObject({ kind: 'later' })
  const { retryAfterSeconds = 0 } = outcome as { retryAfterSeconds?: number }
  expect(retryAfterSeconds).toBeGreaterThan(27)
  expect(retryAfterSeconds).toBeLessThanOrEqual(30)
})

test.each<[string, { status: number; body?: object; isBroken?: boolean }, string]>([
  ['is taken', { status: 200 }, 'sent'],
  ['comes too soon', { status: 429 }, 'later'],
  [
    'comes too soon, by its code',
    { status: 400, body: { error: { code: 131056, message: 'Pair rate limit' } } },
    'later',
  ],
  ['meets a failure of the provider', { status: 500 }, 'later'],
  ['comes with a token that has ended', { status: 401 }, 'later'],
  ['breaks off', { status: 200, isBroken: true }, 'later'],
  ['is none that is sent', { status: 400, body: { error: { code: 100, message: 'Invalid parameter' } } }, 'never'],
  ['goes to a number that is unknown', { status: 404 }, 'never'],
])('a message that %s', async (_, response, kind) => {
  provider.answerWith(() => response)
  const outcome = await messaging.send(meta, '49', text)
  expect(outcome.kind).toBe(kind)
  expect(JSON.stringify(outcome)).not.toContain('meta-token')
})

test('a file is fetched where the provider says, by the one provider with a token, by the other through itself with its key', async () => {
  provider.media.set('m', { type: 'image/png', content: Buffer.from('picture') })
  expect(await messaging.download(meta, 'm', 100)).toMatchObject({ kind: 'media', type: 'image/png' })
  expect(provider.requests.slice(-2).map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ['/v21.0/m', 'Bearer meta-token'],
    ['/files/m', 'Bearer meta-token'],
  ])
  const url = 'https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=m'
  provider.answerWith(({ path }) => ({
    status: 200,
    body: path === '/m' ? { url, mime_type: 'image/png' } : { bytes: 1 },
  }))
  expect(await messaging.download(dialog, 'm', 100)).toMatchObject({ kind: 'media', type: 'image/png' })
  expect(provider.requests.slice(-2).map(({ path, headers }) => [path, headers['d360-api-key']])).toEqual([
    ['/m', 'dialog-key'],
    ['/whatsapp_business/attachments/?mid=m', 'dialog-key'],
  ])
})

test('a file that is too large, gone, or in a place that is none of the provider is not fetched', async () => {
  provider.media.set('large', { type: 'image/png', content: Buffer.alloc(1_000) })
  expect(await messaging.download(meta, 'large', 100)).toEqual({
    kind: 'never',
    reason: 'The file is larger than 100 bytes.',
  })
  expect((await messaging.download(meta, 'gone', 100)).kind).toBe('never')
  provider.answerWith(() => ({ status: 200, body: { url: 'http://127.0.0.1:1/file', mime_type: 'image/png' } }))
  expect((await messaging.download(meta, 'm', 100)).kind).toBe('never')
})
