import { afterAll, beforeAll, expect, test } from 'vitest'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

/** Large enough for the thread to read it. */
const padding = 'x'.repeat(120_000)

/** A bot with one question, which is long in a large bot. */
const botOf = (isLarge: boolean) => {
  const { publicId: _, ...bot } = askingBot('unused', 1) as Record<string, unknown>
  return JSON.parse(
    JSON.stringify({ version: '6', name: 'Asks', theme: {}, ...bot }).replace(
      '"Hi"',
      isLarge ? `"${padding}"` : '"Short"',
    ),
  )
}

/** Removes the padding and everything that differs from bot to bot from an answer. */
const comparable = ({ status, body }: { status: number; body: unknown }) => ({
  status,
  text: JSON.stringify(body)
    .replaceAll(padding, 'Short')
    .replace(/"(id|createdAt|updatedAt)":"[^"]*"/g, '"$1":""'),
})

const requests: [what: string, send: (bot: object) => Promise<{ status: number; body: unknown }>][] = [
  ['created', (bot) => service.call('POST', '/api/v1/bots', { workspaceId: service.workspaceId, bot })],
  ['imported', (bot) => service.call('POST', '/api/v1/bots/import', { workspaceId: service.workspaceId, bot })],
  ['checked', (bot) => service.call('POST', '/api/v1/lint', { workspaceId: service.workspaceId, bot })],
  [
    'stored',
    async (bot) => {
      const made = await service.call('POST', '/api/v1/bots', { workspaceId: service.workspaceId, bot: {} })
      const { id } = (made.body as { bot: { id: string } }).bot
      return service.call('PATCH', `/api/v1/bots/${id}`, { bot })
    },
  ],
]

test.each(requests)(
  'A large bot that a thread reads is %s as a small one is, and refused in the same words',
  async (_, send) => {
    const large = await send(botOf(true))
    expect(large.status).toBe(200)
    expect(JSON.stringify(large.body).includes(padding) || 'problems' in (large.body as object)).toBe(true)
    expect(comparable(large)).toEqual(comparable(await send(botOf(false))))
    const wrong = (isLarge: boolean) => ({
      ...botOf(isLarge),
      groups: [{ id: 7 }],
      settings: { metadata: { title: isLarge ? padding : 'Short' } },
    })
    expect(comparable(await send(wrong(true)))).toEqual(comparable(await send(wrong(false))))
  },
)

test.each([
  ['malformed_json', `{"bot":{"name":"${padding}"`],
  ['too_deep', `{"bot":{"name":"${padding}","a":${'['.repeat(80)}${']'.repeat(80)}}}`],
  ['invalid_text', `{"bot":{"name":"${padding}\\u0000"}}`],
  ['invalid_request', `{"bot":"${padding}"}`],
])('A large body that cannot be read is refused with %s', async (code, body) => {
  expect(await service.call('POST', '/api/v1/bots/import', body)).toMatchObject({ status: 400, body: { code } })
})
