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

test('calls about who owns a conversation, and copies for others, run no flow and are listed', async () => {
  const number = digits()
  const { contacts, messages } = written({ number }, 'Hello')
  const before = world.provider.requests.length
  await call({ field: 'standby', value: { standby: { contacts, messages }, contacts, messages } })
  await call({ field: 'smb_message_echoes', value: { contacts, messages, message_echoes: messages } })
  await call(
    { field: 'messaging_handovers', value: { type: 'control_passed', contacts, messages } },
    { field: 'standby', value: { contacts, messages } },
    { field: 'not a field', value: {} },
  )
  await world.settled()
  expect(world.provider.requests).toHaveLength(before)
  const path = `/api/v1/workspaces/${world.service.workspaceId}/messaging/${world.credentialsId}`
  expect((await world.service.call('GET', path)).body.otherFields).toMatchObject([
    { field: 'messaging_handovers', count: 1 },
    { field: 'smb_message_echoes', count: 1 },
    { field: 'standby', count: 2 },
  ])
  await call({ value: written({ number }, 'Hello') })
  await world.settled()
  expect(said(number)).toBeGreaterThan(0)
})
