import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatClient, greetingBot } from '../testing/chat-client.js'
import { type MessagingWorld, messagingWorld } from '../testing/messaging-world.js'
import { askingBot, type TestService } from '../testing/test-service.js'

/** People find conversations by contacts and words. */

let world: MessagingWorld
let service: TestService
beforeAll(async () => {
  world = await messagingWorld()
  service = world.service
  await world.publish(askingBot('app', 9))
  await service.publish(greetingBot('page'))
})
afterAll(() => world.close())

const { start, say } = chatClient(() => service)
const inbox = (path = '') => `/api/v1/workspaces/${service.workspaceId}/inbox${path}`
const take = (sessionId: string) => service.call('POST', inbox(`/${sessionId}/take`))
const search = async (text: string, headers = {}) => {
  const { body } = await service.call('GET', inbox(`/search?search=${encodeURIComponent(text)}`), undefined, headers)
  return body.conversations as { sessionId: string; visitor: { contactId: string } | null }[]
}
const found = async (text: string) => (await search(text)).map(({ sessionId }) => sessionId)

async function onPage(...messages: string[]): Promise<string> {
  const { sessionId } = (await start('page')).body
  await take(sessionId)
  for (const message of messages) await say(sessionId, message)
  return sessionId
}

/** A conversation in a messaging app. */
async function inApp(): Promise<{ sessionId: string; phone: string }> {
  const from = `49${Math.floor(Math.random() * 1e10)}`
  await world.write(from, 'Hi')
  await world.provider.said(from, 1)
  await world.settled()
  const key = { workspaceId: service.workspaceId, credentialsId: world.credentialsId, sender: from }
  const sessionId = (await service.storage.messaging.find(key))?.sessionId ?? ''
  await take(sessionId)
  return { sessionId, phone: from }
}

test('a conversation is found by words of its messages, each by its beginning, in any state', async () => {
  const sessionId = await onPage('Where is my Päckchen?', 'Number 4711')
  const other = await onPage('Where is my invoice?')
  expect(await found('packch')).toEqual([sessionId])
  expect(await found('where 47')).toEqual([sessionId])
  expect(await found('where is my')).toEqual([other, sessionId])
  expect(await found('where nothing')).toEqual([])
  expect(await found('?')).toEqual([])
  await service.call('PATCH', inbox(`/${sessionId}`), { state: 'resolved' })
  expect(await found('4711')).toEqual([sessionId])
})

test('what a person writes is found, notes too', async () => {
  const sessionId = await onPage()
  await service.call('POST', inbox(`/${sessionId}/messages`), { text: 'Please restart the thermostat' })
  await service.call('POST', inbox(`/${sessionId}/messages`), { kind: 'note', text: 'Escalated twice' })
  expect(await found('thermostat')).toEqual([sessionId])
  expect(await found('escalated')).toEqual([sessionId])
})

test('a conversation is found by the contact, and lists and events name it', async () => {
  const { sessionId, phone } = await inApp()
  expect(await found(`+${phone}`)).toEqual([sessionId])
  const { contactId } = (await search(phone))[0]?.visitor ?? { contactId: '' }
  const contact = `/api/v1/workspaces/${service.workspaceId}/contacts/${contactId}`
  await service.call('PATCH', contact, { name: 'Ada Lovelace' })
  expect(await found('lovel')).toEqual([sessionId])
  const [listed] = await search(phone)
  expect(listed?.visitor).toEqual({ contactId, name: 'Ada Lovelace' })
  const page = (await service.call('GET', inbox('?view=mine'))).body.conversations
  expect(page.find((one: { sessionId: string }) => one.sessionId === sessionId).visitor).toEqual(listed?.visitor)
  const { body } = await service.call('GET', inbox(`/${sessionId}`))
  expect(body.conversation.visitor).toEqual(listed?.visitor)
})

test('a visitor who is not known has no name', async () => {
  const sessionId = await onPage('Anonymous zebra')
  expect(await search('zebra')).toMatchObject([{ sessionId, visitor: null }])
})

test('an agent finds conversations of chosen bots only', async () => {
  const sessionId = await onPage('A giraffe in the parcel')
  const agent = await service.addMember(service.workspaceId, 'AGENT')
  const as = { authorization: `Bearer ${agent.value}` }
  expect(await search('giraffe', as)).toMatchObject([{ sessionId }])
  const path = `/api/v1/workspaces/${service.workspaceId}/members/${agent.userId}`
  await service.call('PATCH', path, { role: 'AGENT', inboxBots: ['other'] })
  expect(await search('giraffe', as)).toEqual([])
})

test('saved filters are those of one person in one workspace', async () => {
  const filters = [{ id: 'f1', name: 'Web', query: 'open?channel=web' }]
  expect((await service.call('PUT', inbox('/filters'), { filters })).body).toEqual({ filters })
  const setup = async (headers = {}) =>
    (await service.call('GET', inbox('/setup'), undefined, headers)).body.filters as object[]
  expect(await setup()).toEqual(filters)
  const other = await service.addMember(service.workspaceId, 'MEMBER')
  expect(await setup({ authorization: `Bearer ${other.value}` })).toEqual([])
  await service.call('PATCH', '/api/v1/users/me', { updates: { preferredLanguage: 'de' } })
  expect(await setup()).toEqual(filters)
})

test('a saved reply is replaced by its shortcut, and changed by supervisors only', async () => {
  const agent = await service.addMember(service.workspaceId, 'AGENT')
  const as = { authorization: `Bearer ${agent.value}` }
  const save = (text: string, headers = {}) => service.call('PUT', inbox('/replies/hours'), { text }, headers)
  await save('We open at eight.')
  expect((await save('We open at nine.')).body).toEqual({ reply: { shortcut: 'hours', text: 'We open at nine.' } })
  expect((await save('Never', as)).status).toBe(404)
  const list = await service.call('GET', inbox('/replies'), undefined, as)
  expect(list.body.replies).toEqual([{ shortcut: 'hours', text: 'We open at nine.' }])
  expect((await service.call('PUT', inbox('/replies/Opening%20hours'), { text: 'Hi' })).status).toBe(400)
})
