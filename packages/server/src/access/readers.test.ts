import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { group } from '../testing/chat-client.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

let service: TestService
let requests = 0
let botId: string
const readers: Record<string, string> = {}
const target = createServer((_, response) => {
  requests += 1
  response.end('{"said": "answered"}')
})

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  const { port } = target.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/`
  service = await testService({ EGRESS_ALLOW: `127.0.0.1:${port}` })
  const stripe = { live: { secretKey: 'sk', publicKey: 'pk' }, test: {} }
  const credentialsId = await service.addCredentials('stripe', stripe)
  const call = { webhook: { url }, responseVariableMapping: [{ id: 'm', variableId: 'v1', bodyPath: 'statusCode' }] }
  const script = `try { return await fetch('${url}') } catch (error) { return 'offline' }`
  botId = await service.publish({
    ...askingBot('calling', 1),
    variables: [
      { id: 'v1', name: 'Status' },
      { id: 'v2', name: 'Fetched' },
    ],
    groups: [
      group(
        'g1',
        { id: 'ask', type: 'text input' },
        { id: 'call', type: 'Webhook', options: call },
        { id: 'client', type: 'Webhook', options: { ...call, isExecutedOnClient: true } },
        {
          id: 'script',
          type: 'Set variable',
          options: { variableId: 'v2', isCode: true, expressionToEvaluate: script },
        },
        {
          id: 'said',
          type: 'text',
          content: { richText: [{ type: 'p', children: [{ text: '{{Status}} {{Fetched}}' }] }] },
        },
        { id: 'pay', type: 'payment input', options: { credentialsId, amount: '1', currency: 'EUR' } },
      ),
    ],
  })
  const owner = await service.storage.users.first()
  readers['a token of scope read'] = (await service.addToken({ userId: owner?.id, scope: 'read' })).value
  const guest = await service.addMember(service.workspaceId, 'GUEST')
  const share = { botId, userId: guest.userId, type: 'READ', createdAt: 1, updatedAt: 1 } as const
  await service.storage.collaborators.add(service.workspaceId, share)
  readers['a collaborator who may read'] = guest.value
})
afterAll(async () => {
  await service.close()
  target.close()
})

const names = ['a token of scope read', 'a collaborator who may read']
const as = (reader: string) => ({ authorization: `Bearer ${readers[reader]}` })
const say = (sessionId: string, message: string) =>
  service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message })

test.each(names)('a preview by %s sends no request, neither from the service nor from the browser', async (reader) => {
  const path = `/api/v1/bots/${botId}/preview/startChat`
  const before = requests
  const sessionId = newId()
  const stops = `/api/v1/bots/${botId}/preview/sessions/${sessionId}/breakpoints`
  await service.call('PUT', stops, { blocks: [] }, as(reader))
  const started = await service.call('POST', path, { sessionId }, as(reader))
  const { body } = await say(started.body.sessionId, 'Go')
  expect(body.messages[0].content.plainText).toBe('400 offline')
  expect(body.clientSideActions).toBeUndefined()
  expect(JSON.stringify(body.logs)).toContain('dry run')
  expect(requests).toBe(before)
})

test.each(names)('a preview that %s prepares, and that a reply begins, sends no request', async (reader) => {
  const before = requests
  const sessionId = newId()
  const stops = `/api/v1/bots/${botId}/preview/sessions/${sessionId}/breakpoints`
  expect((await service.call('PUT', stops, { blocks: [] }, as(reader))).status).toBe(200)
  const { body } = await say(sessionId, 'Go')
  expect(JSON.stringify(body.logs)).toContain('dry run')
  expect(requests).toBe(before)
})

test('a preview by somebody who may change the bot sends its requests', async () => {
  const before = requests
  const { sessionId } = (await service.call('POST', `/api/v1/bots/${botId}/preview/startChat`, {})).body
  const { body } = await say(sessionId, 'Go')
  expect(requests).toBe(before + 1)
  expect(body.clientSideActions).toMatchObject([{ type: 'httpRequestToExecute' }])
})

test.each(names)('no answer gives %s the session id of a visitor, nor the details of logs', async (reader) => {
  const { sessionId, resultId } = (await service.call('POST', '/api/v1/bots/calling/startChat', {})).body
  await say(sessionId, 'Go')
  const results = `/api/v1/bots/${botId}/results`
  const own = (await service.call('GET', `${results}/${resultId}`)).body.result
  expect(own.lastChatSessionId).toBe(sessionId)
  const logsFor = async (headers?: Record<string, string>) =>
    (await service.call('GET', `${results}/${resultId}/logs`, undefined, headers)).body.logs
  expect((await logsFor()).some(({ details }: { details: unknown }) => details !== null)).toBe(true)
  for (const log of await logsFor(as(reader))) expect(log).toMatchObject({ details: null, context: null })
  const paths = ['', `/${resultId}`, `/${resultId}/transcript`, `/${resultId}/logs`, '/export?format=ndjson']
  for (const path of paths) {
    const answer = await service.call('GET', `${results}${path}`, undefined, as(reader))
    expect(answer.status, path).toBe(200)
    expect(answer.text, path).not.toContain(sessionId)
  }
})

test('a reader sees who published and deployed by name only, while people who see people get the address', async () => {
  const account = { email: 'owner@example.com', password: 'a long password' }
  await service.call('PUT', '/api/v1/users/me/password', account)
  const { publishedBot } = (await service.call('GET', `/api/v1/bots/${botId}/publishedBot`)).body
  const at = new Date(Date.now() + 86_400_000).toISOString()
  const environments = `/api/v1/bots/${botId}/environments`
  await service.call('POST', `${environments}/live/deploy`, { releaseId: publishedBot.id, at })
  const paths = [
    `/api/v1/bots/${botId}/releases`,
    `/api/v1/bots/${botId}/releases/${publishedBot.id}`,
    `/api/v1/bots/${botId}/deployments`,
    environments,
  ]
  for (const path of paths) {
    expect((await service.call('GET', path)).text).toContain('owner@example.com')
    const read = await service.call('GET', path, undefined, as('a collaborator who may read'))
    expect(read.status).toBe(200)
    expect(read.text).toContain('"author":{"id"')
    expect(read.text).not.toContain('owner@example.com')
  }
})
