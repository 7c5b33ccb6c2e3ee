import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { anthropicStandIn } from '@colloquy/test-kit/providers/anthropic'
import { chatStandIn, modelKey } from '@colloquy/test-kit/providers/chat-completions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.js'

let chat: Awaited<ReturnType<typeof chatStandIn>>
let claude: Awaited<ReturnType<typeof anthropicStandIn>>
let service: TestService

beforeAll(async () => {
  ;[chat, claude] = await Promise.all([chatStandIn({ knows: ['json_object'] }), anthropicStandIn()])
  service = await testService({ EGRESS_ALLOW: chat.entry, ANTHROPIC_API_URL: claude.url })
})
afterAll(async () => {
  await service.close()
  await chat.close()
  await claude.close()
})

async function tried(type: string, data: object) {
  const id = await service.addCredentials(type, data)
  const { workspaceId } = service
  const { body } = await service.call('POST', `/api/v1/credentials/${id}/try-model`, {
    workspaceId,
    model: 'new-model',
  })
  return body
}

test('a model shows by its answers whether it streams, calls functions and writes JSON, and how fast it is', async () => {
  chat.says(
    { text: 'one two three four' },
    { calls: [{ id: 'c', name: 'weather', arguments: '{"city":"Lisbon"}' }] },
    { text: '{"capital":"Lisbon"}' },
  )
  const connectionTest = await tried('groq', { apiKey: modelKey, baseUrl: `${chat.url}/v1` })
  expect(connectionTest).toMatchObject({
    problem: null,
    tokens: { input: 11, output: 4 },
    streams: true,
    callsFunctions: true,
    answersInJson: true,
  })
  expect(connectionTest.milliseconds).toBeGreaterThanOrEqual(connectionTest.firstPieceMilliseconds)
  const { body } = await service.call('GET', `/api/v1/workspaces/${service.workspaceId}/model-spending`)
  expect(JSON.stringify(body)).toContain('new-model')
})

test('a model that only talks is distinguished from one that supports more', async () => {
  chat.says({ text: 'one two' }, { text: 'It is sunny.' }, { text: 'Lisbon' })
  expect(await tried('groq', { apiKey: modelKey, baseUrl: `${chat.url}/v1` })).toMatchObject({
    streams: true,
    callsFunctions: false,
    answersInJson: false,
  })
})

test('a wrong key is a problem in words, and nothing else is asked', async () => {
  chat.received.length = 0
  const connectionTest = await tried('groq', { apiKey: 'sk-wrong-0123456789', baseUrl: `${chat.url}/v1` })
  expect(connectionTest).toMatchObject({ problem: expect.stringMatching(/\w/), streams: false, milliseconds: null })
  expect(JSON.stringify(connectionTest)).not.toContain('sk-wrong')
  expect(chat.received.filter(({ path }) => path.endsWith('/chat/completions'))).toHaveLength(1)
})

test.each([200, 400])(
  'an answer with status %i that comes as a whole and is larger than it may be is not read to its end',
  async (status) => {
    let sent = 0
    const endless = createServer((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      const write = () => {
        while (!response.destroyed && response.write('"x",'.repeat(16_384))) sent += 65_536
      }
      response.on('drain', write)
      write()
    })
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`
    const trying = await testService({ EGRESS_ALLOW: new URL(url).host })
    const id = await trying.addCredentials('groq', { apiKey: modelKey, baseUrl: `${url}/v1` })
    const asked = { workspaceId: trying.workspaceId, model: 'endless' }
    const { body } = await trying.call('POST', `/api/v1/credentials/${id}/try-model`, asked)
    expect(body.problem).toContain('the answer is larger than 1000000 bytes.')
    expect(sent).toBeLessThan(20_000_000)
    await trying.close()
    endless.closeAllConnections()
    await new Promise((resolve) => endless.close(resolve))
  },
)

test('credentials of a service without models are refused', async () => {
  const id = await service.addCredentials('mcp', { url: 'https://tools.example.com/mcp' })
  const { workspaceId } = service
  const answer = await service.call('POST', `/api/v1/credentials/${id}/try-model`, { workspaceId, model: 'm' })
  expect(answer.body.problem).toContain('no language models')
})
