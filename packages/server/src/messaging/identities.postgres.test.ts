import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { textBubble } from '../testing/chat-client.js'
import { messageOf, phoneNumberId } from '../testing/messaging-payloads.js'
import { type MessagingWorld, messagingWorld } from '../testing/messaging-world.js'
import { askingBot } from '../testing/test-service.js'

/** Payloads have the shapes that Meta documents. */

let world: MessagingWorld
beforeAll(async () => {
  world = await messagingWorld()
  const bot = askingBot(newId(), 3)
  const groups = bot.groups.map(({ blocks, ...group }) => ({
    ...group,
    blocks: blocks.flatMap((block, index) => [block, textBubble(`said${index}`, `Text ${index}`)]),
  }))
  await world.publish({ ...bot, groups })
})
afterAll(() => world.close())

/** A webhook call with values of fields. */
const call = (...changes: { field?: string; value: object }[]) =>
  world.send({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '1',
        changes: changes.map(({ field, value }) => ({
          ...(field && { field }),
          value: { messaging_product: 'whatsapp', metadata: { phone_number_id: phoneNumberId }, ...value },
        })),
      },
    ],
  })

interface Writer {
  number?: string
  userId?: string
}

/** A text of somebody, named by a number, an id, or both. */
function written({ number, userId }: Writer, text: string) {
  const { from: _, ...message } = messageOf('', text)
  return {
    contacts: [
      {
        profile: { name: 'Ada', username: 'ada' },
        ...(number && { wa_id: number }),
        ...(userId && { user_id: userId }),
      },
    ],
    messages: [{ ...message, ...(number && { from: number }), ...(userId && { from_user_id: userId }) }],
  }
}
const write = async (writer: Writer, text: string) => {
  await call({ field: 'messages', value: written(writer, text) })
  await world.settled()
}
const notice = async ({ number, userId }: Writer, system: object) => {
  const from = { ...(number && { from: number }), ...(userId && { from_user_id: userId }) }
  const message = { id: `wamid.${newId()}`, timestamp: '1700000000', type: 'system', ...from, system }
  await call({ field: 'messages', value: { messages: [message] } })
}
const digits = () => `49${String(Math.random()).slice(2, 12)}`
const id = () => `DE.${newId()}`
const lastMessage = () => world.provider.messages().at(-1)?.body
const said = (to: string) => world.provider.messages(to).length

describe('a contact', () => {
  test('whose number is hidden is answered by their id, and by their number once it is known', async () => {
    const [number, userId] = [digits(), id()]
    await write({ userId }, 'Hello')
    expect(lastMessage()).toMatchObject({ recipient: userId })
    expect(lastMessage()).not.toHaveProperty('to')
    await write({ number, userId }, 'One')
    expect(lastMessage()).toMatchObject({ to: number })
    await write({ userId }, 'Two')
    expect(lastMessage()).toMatchObject({ to: number })
    const key = { workspaceId: world.service.workspaceId, credentialsId: world.credentialsId, sender: userId }
    expect(await world.service.storage.messaging.find(key)).toMatchObject({ number, userId })
  })

  test('who is known by a number continues the conversation when they hide it', async () => {
    const [number, userId] = [digits(), id()]
    await write({ number, userId }, 'Hello')
    const resultId = await world.resultIdOf(number)
    await write({ userId }, 'One')
    expect(await world.resultIdOf(number)).toBe(resultId)
    expect(lastMessage()).toMatchObject({ to: number })
  })

  test('continues the conversation with another number, which replies go to', async () => {
    const [before, after] = [digits(), digits()]
    await write({ number: before }, 'Hello')
    const resultId = await world.resultIdOf(before)
    await notice({ number: before }, { type: 'user_changed_number', wa_id: after, body: 'changed' })
    await write({ number: after }, 'One')
    expect(await world.resultIdOf(before)).toBe(resultId)
    expect(said(after)).toBeGreaterThan(0)
  })

  test('continues the conversation with another id', async () => {
    const [before, after] = [id(), id()]
    await write({ userId: before }, 'Hello')
    const resultId = await world.resultIdOf(before)
    await notice({ userId: after }, { type: 'user_changed_user_id', user_id: after, previous_user_id: before })
    await write({ userId: after }, 'One')
    expect(await world.resultIdOf(before)).toBe(resultId)
    expect(lastMessage()).toMatchObject({ recipient: after })
  })

  test('does not get the conversation of the person who had their number before', async () => {
    const [number, after] = [digits(), digits()]
    await write({ number }, 'Hello')
    const first = await world.resultIdOf(number)
    await notice({ number }, { type: 'user_changed_number', wa_id: after })
    await write({ number }, 'I am new')
    expect(await world.resultIdOf(number)).not.toBe(first)
    const [other, userId, another] = [digits(), id(), id()]
    await write({ number: other, userId }, 'Hello')
    const second = await world.resultIdOf(other)
    await write({ number: other, userId: another }, 'I am new')
    expect(await world.resultIdOf(other)).not.toBe(second)
  })
})

describe('the contact of the workspace', () => {
  const root = () => `/api/v1/workspaces/${world.service.workspaceId}`
  const call = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
    (await world.service.call(method, root() + path, body)).body
  const find = async (search: string) => (await call('GET', `/contacts?search=${search}`)).contacts
  const valuesOf = (contact: { identifiers: { value: string }[] }) =>
    contact.identifiers.map(({ value }) => value).toSorted()
  const senderOf = (sender: string) => ({
    workspaceId: world.service.workspaceId,
    credentialsId: world.credentialsId,
    sender,
  })
  const sessionOf = async (sender: string) =>
    (await world.service.storage.messaging.find(senderOf(sender)))?.sessionId as string
  const turns = async (sessionId: string) => (await world.service.storage.sessions.turns(sessionId)).length

  test('has another number, and no longer the one before, when WhatsApp reports that it changed', async () => {
    const [before, after] = [digits(), digits()]
    await write({ number: before }, 'Hello')
    const [{ id }] = await find(before)
    await notice({ number: before }, { type: 'user_changed_number', wa_id: after })
    expect(await find(before)).toEqual([])
    expect((await find(after)).map((one: { id: string }) => one.id)).toEqual([id])
    await write({ number: before }, 'I am new')
    expect((await find(before))[0].id).not.toBe(id)
  })

  test('has another id when WhatsApp reports that it changed, and keeps the number', async () => {
    const [number, before, after] = [digits(), id(), id()]
    await write({ number, userId: before }, 'Hello')
    await notice({ number, userId: after }, { type: 'user_changed_user_id', user_id: after, previous_user_id: before })
    const [contact] = await find(number)
    expect(valuesOf(contact)).toEqual([`+${number}`, after].toSorted())
  })

  test('is one of two when a message has the number of one and the id of the other, which can be undone', async () => {
    const [number, userId] = [digits(), id()]
    const known = { name: 'Known', tags: ['vip'], identifiers: [{ kind: 'phone', value: `+${number}` }] }
    const { contact } = await call('POST', '/contacts', known)
    await write({ userId }, 'Hello')
    const [hidden] = await find(userId)
    expect(hidden.id).not.toBe(contact.id)
    await write({ number, userId }, 'One')
    const [merged, ...rest] = await find(number)
    expect(rest).toEqual([])
    expect(merged).toMatchObject({ id: contact.id, name: 'Known', tags: ['vip'] })
    expect(valuesOf(merged)).toEqual([`+${number}`, userId].toSorted())
    const { merges } = await call('GET', `/contacts/${merged.id}/merges`)
    expect(merges).toMatchObject([{ mergedId: hidden.id, mergedName: 'Ada' }])
    await call('POST', `/contact-merges/${merges[0].id}/undo`)
    expect((await find(number)).map((one: { id: string }) => one.id)).toEqual([contact.id])
    expect((await find(userId)).map((one: { id: string }) => one.id)).toEqual([hidden.id])
  })

  test('two running conversations of a merged contact keep running, and the newer one gets the next message', async () => {
    const [before, after] = [digits(), digits()]
    await write({ number: before }, 'Hello')
    await write({ number: after }, 'Hello')
    const [older, newer] = [await sessionOf(before), await sessionOf(after)]
    const [{ id }] = await find(before)
    await notice({ number: before }, { type: 'user_changed_number', wa_id: after })
    expect((await find(after)).map((one: { id: string }) => one.id)).toEqual([id])
    const [turnsOfOlder, turnsOfNewer] = [await turns(older), await turns(newer)]
    await write({ number: after }, 'One')
    expect([await turns(older), await turns(newer)]).toEqual([turnsOfOlder, turnsOfNewer + 1])
    expect(lastMessage()).toMatchObject({ to: after })
    for (const session of [older, newer]) {
      expect((await world.service.storage.sessions.get(session))?.endedAt).toBeNull()
      expect(await world.service.storage.messaging.ofSession(session)).toBeDefined()
    }
    const { conversations } = await call('GET', `/contacts/${id}/conversations`)
    expect(conversations.map(({ sessionId }: { sessionId: string }) => sessionId)).toEqual([newer, older])
  })

  test('loses a number that somebody else writes from, who is another contact', async () => {
    const [number, userId, other] = [digits(), id(), id()]
    await write({ number, userId }, 'Hello')
    const [{ id: contactId }] = await find(number)
    await write({ number, userId: other }, 'I am new')
    const [found, ...rest] = await find(number)
    expect(rest).toEqual([])
    expect(found.id).not.toBe(contactId)
    expect(valuesOf(found)).toEqual([`+${number}`, other].toSorted())
    expect(valuesOf((await call('GET', `/contacts/${contactId}`)).contact)).toEqual([userId])
  })

  test('is changed once, however often WhatsApp repeats the call', async () => {
    const [before, after] = [digits(), digits()]
    await write({ number: before }, 'Hello')
    await write({ number: after }, 'Hello')
    const [{ id }] = await find(before)
    for (let count = 0; count < 3; count++)
      await notice({ number: before }, { type: 'user_changed_number', wa_id: after })
    expect((await call('GET', `/contacts/${id}/merges`)).merges).toHaveLength(1)
    expect(valuesOf((await call('GET', `/contacts/${id}`)).contact)).toEqual([`+${after}`])
  })
})

test('fields that bots do not act on run no flow and are listed', async () => {
  const number = digits()
  const { contacts, messages } = written({ number }, 'Hello')
  const before = world.provider.requests.length
  await call({ field: 'account_update', value: { contacts, messages } })
  await call(
    { field: 'messaging_handovers', value: { type: 'a new type', contacts, messages } },
    { field: 'account_update', value: { contacts, messages } },
    { field: 'not a field', value: {} },
  )
  await world.settled()
  expect(world.provider.requests).toHaveLength(before)
  const path = `/api/v1/workspaces/${world.service.workspaceId}/messaging/${world.credentialsId}`
  expect((await world.service.call('GET', path)).body.otherFields).toMatchObject([
    { field: 'account_update', count: 2 },
    { field: 'messaging_handovers', count: 1 },
  ])
  await call({ value: written({ number }, 'Hello') })
  await world.settled()
  expect(said(number)).toBeGreaterThan(0)
})
