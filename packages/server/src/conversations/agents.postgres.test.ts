import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { chatClient, greetingBot } from '../testing/chat-client.js'
import { type TestService, testService } from '../testing/test-service.js'

/** Agents see the conversations of chosen bots, and nothing else of the workspace. */

let service: TestService
let [shop, support] = ['', '']
beforeAll(async () => {
  service = await testService()
  shop = await service.publish(greetingBot('shop'))
  support = await service.publish(greetingBot('support'))
})
afterAll(() => service.close())

const { start } = chatClient(() => service)
const workspace = (path = '') => `/api/v1/workspaces/${service.workspaceId}${path}`
const inbox = (path = '') => workspace(`/inbox${path}`)
const as = ({ value }: { value: string }) => ({ authorization: `Bearer ${value}` })
const ids = (body: { conversations: { sessionId: string }[] }) => body.conversations.map(({ sessionId }) => sessionId)

async function agentOf(inboxBots: string[] | null) {
  const agent = await service.addMember(service.workspaceId, 'AGENT')
  const change = { role: 'AGENT', inboxBots }
  expect((await service.call('PATCH', workspace(`/members/${agent.userId}`), change)).status).toBe(200)
  return { ...agent, as: as(agent) }
}

/** A conversation that waits for a person. */
async function waiting(publicId: string): Promise<string> {
  const { sessionId } = (await start(publicId)).body
  expect((await service.call('PATCH', inbox(`/${sessionId}`), { assigneeId: null })).status).toBe(200)
  return sessionId
}

test('an agent lists and opens the conversations of chosen bots, newest first, and no others', async () => {
  const agent = await agentOf([shop, 'deleted'])
  const everywhere = await agentOf(null)
  const [first, hidden, last] = [await waiting('shop'), await waiting('support'), await waiting('shop')]
  const list = (query: string, headers = agent.as) => service.call('GET', inbox(`?${query}`), undefined, headers)
  const page = (await list('view=unassigned&limit=1')).body
  expect(ids(page)).toEqual([last])
  expect(ids((await list(`view=unassigned&limit=1&cursor=${page.nextCursor}`)).body)).toEqual([first])
  expect(ids((await list(`view=unassigned&botId=${support}`)).body)).toEqual([])
  expect(ids((await list('view=unassigned', everywhere.as)).body).slice(0, 3)).toEqual([last, hidden, first])
  expect((await service.call('GET', inbox(`/${last}`), undefined, agent.as)).status).toBe(200)
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['POST', '/take', undefined],
    ['POST', '/messages', { text: 'Hi' }],
    ['POST', '/return', {}],
    ['POST', '/typing', {}],
    ['PATCH', '', { state: 'resolved' }],
  ] as const)
    expect((await service.call(method, inbox(`/${hidden}${path}`), body, agent.as)).body.code, path).toBe(
      'conversation_not_found',
    )
})

test('an agent sees which conversations run with chosen bots, with what was said last, and takes one over', async () => {
  const agent = await agentOf([shop])
  const list = async (query: string, headers: Record<string, string> = agent.as) =>
    (await service.call('GET', inbox(`?view=live${query}`), undefined, headers)).body
  const [{ body: first }, { body: hidden }] = [await start('shop'), await start('support')]
  expect((await list('')).conversations[0]).toMatchObject({
    sessionId: first.sessionId,
    botId: shop,
    channel: 'web',
    state: 'bot',
    lastText: 'Hi',
  })
  expect((await list('', {})).conversations.map(({ sessionId }: { sessionId: string }) => sessionId)).toEqual([
    hidden.sessionId,
    first.sessionId,
  ])
  expect(ids(await list(`&botId=${support}`))).toEqual([])
  expect(ids(await list('&channel=whatsapp'))).toEqual([])
  expect((await service.call('POST', inbox(`/${first.sessionId}/take`), undefined, agent.as)).status).toBe(200)
  expect(ids(await list(''))).toEqual([])
})

test('an agent knows the names of colleagues and of chosen bots', async () => {
  const agent = await agentOf([shop])
  const { body } = await service.call('GET', inbox('/setup'), undefined, agent.as)
  expect(body.bots.map(({ id }: { id: string }) => id)).toEqual([shop])
  expect(body.people).toContainEqual(expect.objectContaining({ id: agent.userId, inboxBots: [shop] }))
  expect(body.people).toContainEqual(expect.objectContaining({ name: 'Owner', inboxBots: null }))
})

test('an agent is not assigned conversations of other bots', async () => {
  const agent = await agentOf([shop])
  const assign = async (publicId: string) =>
    (await service.call('PATCH', inbox(`/${await waiting(publicId)}`), { assigneeId: agent.userId })).status
  expect(await assign('shop')).toBe(200)
  expect(await assign('support')).toBe(404)
})

test('an agent attaches files to conversations of chosen bots', async () => {
  const agent = await agentOf([shop])
  const upload = async (botId: string) => {
    const response = await fetch(`http://127.0.0.1:${service.port}/api/v1/bots/${botId}/files?name=order.txt`, {
      method: 'POST',
      headers: { ...agent.as, 'content-type': 'text/plain' },
      body: 'On its way',
    })
    return response.status
  }
  expect(await upload(shop)).toBe(200)
  expect(await upload(support)).toBe(404)
})

test('events of the inbox have the conversations of chosen bots only, and end at once with the rights', async () => {
  const agent = await agentOf([shop])
  const response = await fetch(`http://127.0.0.1:${service.port}${inbox('/events')}`, { headers: agent.as })
  let text = ''
  const reading = (async () => {
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) text += part
  })()
  const hidden = await waiting('support')
  const shown = await waiting('shop')
  await expect.poll(() => text).toContain(shown)
  expect(text).not.toContain(hidden)
  await service.call('DELETE', workspace(`/members/${agent.userId}`))
  await reading
})

test('an invitation gives an agent the bots that were chosen with it', async () => {
  const email = `${newId()}@example.com`.toLowerCase()
  const invited = await service.call('POST', workspace('/invitations'), { email, type: 'AGENT', inboxBots: [support] })
  expect(invited.body.invitation).toMatchObject({ type: 'AGENT', inboxBots: [support] })
  const path = workspace(`/invitations/${invited.body.invitation.id}`)
  const changed = await service.call('PATCH', path, { type: 'AGENT', inboxBots: [shop] })
  expect(changed.body.invitation.inboxBots).toEqual([shop])
  const token = invited.body.link.split('=')[1]
  await service.call('POST', '/api/v1/invitations/accept', { token, password: 'a long password' })
  const { members } = (await service.call('GET', workspace('/members'))).body
  const member = members.find(({ user }: { user: { email: string } }) => user.email === email)
  expect(member).toMatchObject({ role: 'AGENT', inboxBots: [shop] })
})

test('of two agents who take over a conversation at once, one answers and the other learns of it', async () => {
  const agents = [await agentOf(null), await agentOf(null)]
  const sessionId = await waiting('shop')
  const take = (headers: Record<string, string>, from: string) =>
    service.call('POST', inbox(`/${sessionId}/take?from=${from}`), undefined, headers)
  const answers = await Promise.all(agents.map(({ as }) => take(as, 'nobody')))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const [first, second] = answers[0]!.status === 200 ? agents : agents.toReversed()
  const holder = async () => (await service.call('GET', inbox(`/${sessionId}`))).body.holder.who
  expect(await holder()).toBe(first!.userId)
  expect((await take(second!.as, 'nobody')).body.code).toBe('conversation_taken')
  expect((await take(second!.as, first!.userId)).status).toBe(200)
  expect(await holder()).toBe(second!.userId)
})
