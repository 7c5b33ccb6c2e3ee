import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { chatClient, group, plainText, textBubble } from '../testing/chat-client.js'
import { type MessagingWorld, messagingWorld } from '../testing/messaging-world.js'
import type { TestService } from '../testing/test-service.js'

/** The memory of visitors: attributes that conversations read and save. */

let world: MessagingWorld
let service: TestService
beforeAll(async () => {
  world = await messagingWorld()
  service = world.service
  await define('plan', 'text')
  await define('visits', 'number')
})
afterAll(() => world.close())

const { start, say, resultOf, logsOf } = chatClient(() => service)
const root = () => `/api/v1/workspaces/${service.workspaceId}`
const define = async (name: string, type: string): Promise<string> =>
  (await service.call('POST', `${root()}/contact-attributes`, { name, type })).body.attribute.id
const contactsOf = async () => (await service.call('GET', `${root()}/contacts?limit=100`)).body.contacts
const contactOf = async (id: string) => (await service.call('GET', `${root()}/contacts/${id}`)).body.contact
const sessionOf = async (id: string) => (await service.storage.sessions.get(id)) as { contactId: string | null }

const asks = (id: string, variableId?: string) => ({
  id,
  type: 'text input',
  options: { ...(variableId && { variableId }) },
})
const variable = (id: string, key: string, type: string) => ({ id, name: `contact.${key}`, attribute: { key, type } })

/** Greets by plan, asks for the plan, and says it. */
function planBot(
  publicId: string,
  blocks: object[] = [asks('ask', 'vPlan'), textBubble('bye', 'Now {{contact.plan}}'), asks('more')],
) {
  return {
    publicId,
    groups: [group('g', textBubble('hello', 'You have {{contact.plan}}'), ...blocks)],
    events: [{ id: 'e', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'go' }],
    edges: [{ id: 'go', from: { eventId: 'e' }, to: { groupId: 'g' } }],
    variables: [
      variable('vPlan', 'plan', 'text'),
      variable('vVisits', 'visits', 'number'),
      variable('vName', 'name', 'text'),
      variable('vGone', 'gone', 'text'),
      { id: 'vOther', name: 'Other' },
    ],
  }
}

describe('a web visitor', () => {
  test('becomes a contact when the flow saves an attribute, which session and result name', async () => {
    const botId = await service.publish(planBot('web'))
    const before = (await contactsOf()).length
    const begun = (await start('web')).body
    expect(plainText(begun)).toEqual(['You have '])
    expect([(await contactsOf()).length, (await sessionOf(begun.sessionId)).contactId]).toEqual([before, null])
    expect(plainText((await say(begun.sessionId, 'Gold')).body)).toEqual(['Now Gold'])
    const { contactId } = await sessionOf(begun.sessionId)
    expect(await contactOf(contactId as string)).toMatchObject({
      name: null,
      attributes: { plan: 'Gold' },
      identifiers: [],
    })
    expect((await resultOf(botId, begun.resultId)).contactId).toBe(contactId)
  })

  test('is read again in each turn, with what others changed meanwhile', async () => {
    await service.publish(planBot('again'))
    const { sessionId } = (await start('again')).body
    await say(sessionId, 'Gold')
    const { contactId } = await sessionOf(sessionId)
    await service.call('PATCH', `${root()}/contacts/${contactId}`, { attributes: { plan: 'Silver', visits: 3 } })
    await service.publish(
      planBot('again2', [asks('one'), textBubble('say', '{{contact.plan}} {{contact.visits}}'), asks('two')]),
    )
    const more = await service.storage.sessions.get(sessionId)
    expect(more?.contactId).toBe(contactId)
    expect((await contactOf(contactId as string)).attributes).toEqual({ plan: 'Silver', visits: 3 })
  })

  test('keeps attributes that the workspace does not have out of the contact, with a log for the author', async () => {
    const set = { id: 'set', type: 'Set variable', options: { variableId: 'vGone', expressionToEvaluate: 'x' } }
    const botId = await service.publish(planBot('gone', [asks('ask', 'vName'), set, asks('more')]))
    const { sessionId, resultId } = (await start('gone')).body
    await say(sessionId, 'Ada')
    const { contactId } = await sessionOf(sessionId)
    expect(await contactOf(contactId as string)).toMatchObject({ name: 'Ada', attributes: {} })
    expect(await logsOf(botId, resultId)).toMatchObject([
      { description: '"contact.gone" was not saved: the workspace has no such attribute.' },
    ])
  })

  test('stays unknown to a bot that reads attributes only, or none', async () => {
    await service.publish(planBot('reads', [asks('ask', 'vOther'), textBubble('b', '{{Other}}'), asks('more')]))
    const before = (await contactsOf()).length
    const { sessionId } = (await start('reads')).body
    await say(sessionId, 'Gold')
    expect([(await contactsOf()).length, (await sessionOf(sessionId)).contactId]).toEqual([before, null])
  })

  test('in a preview changes no contact', async () => {
    const botId = await service.publish(planBot('preview'))
    const before = (await contactsOf()).length
    const begun = await service.call('POST', `/api/v1/bots/${botId}/preview/startChat`, {
      prefilledVariables: { 'contact.plan': 'Free' },
    })
    expect(plainText(begun.body)).toEqual(['You have Free'])
    expect(plainText((await say(begun.body.sessionId, 'Gold')).body)).toEqual(['Now Gold'])
    expect((await contactsOf()).length).toBe(before)
  })
})

describe('a contact in a messaging app', () => {
  const digits = () => `49${String(Math.random()).slice(2, 12)}`

  test('is made by their number, and remembered by every bot in later conversations', async () => {
    await world.publish(planBot(newId()))
    const number = digits()
    await world.write(number, 'Hello')
    await world.settled()
    await world.write(number, 'Gold')
    await world.settled()
    const phone = `+${number}`
    const contact = (await contactsOf()).find(({ identifiers }: { identifiers: { value: string }[] }) =>
      identifiers.some(({ value }) => value === phone),
    )
    expect(contact).toMatchObject({ attributes: { plan: 'Gold' }, identifiers: [{ kind: 'phone', value: phone }] })
    const key = { workspaceId: service.workspaceId, credentialsId: world.credentialsId, sender: number }
    await service.storage.messaging.setSession(key, null, null)
    await world.write(number, 'Hello again')
    await world.settled()
    expect(JSON.stringify(world.provider.messages(number))).toContain('You have Gold')
  })

  test('is not answered while they are blocked, and is again afterwards', async () => {
    await world.publish(planBot(newId()))
    const number = digits()
    await world.write(number, 'Hello')
    await world.settled()
    const { id } = (await contactsOf()).find(({ identifiers }: { identifiers: { value: string }[] }) =>
      identifiers.some(({ value }) => value === `+${number}`),
    )
    const block = (isBlocked: boolean) => service.call('PATCH', `${root()}/contacts/${id}`, { isBlocked })
    const said = () => world.provider.messages(number).length
    const before = said()
    expect((await block(true)).status).toBe(200)
    await world.write(number, 'Gold')
    await world.settled()
    expect(said()).toBe(before)
    await block(false)
    await world.write(number, 'Silver')
    await world.settled()
    expect(JSON.stringify(world.provider.messages(number))).toContain('Now Silver')
  })
})

describe('a page that signs who its visitor is', () => {
  const secretOf = async (isReplaced = false): Promise<string> =>
    (await service.call('POST', `${root()}/identity-secret`, { isReplaced })).body.secret
  const signed = (id: string, secret: string) => ({
    id,
    hash: createHmac('sha256', secret).update(id).digest('hex'),
  })

  test('meets the same contact in each conversation, also for a day after the secret is replaced', async () => {
    await service.publish(planBot('signed'))
    const secret = await secretOf()
    const first = (await start('signed', { contact: signed('user-1', secret) })).body
    await say(first.sessionId, 'Gold')
    const { contactId } = await sessionOf(first.sessionId)
    expect(await contactOf(contactId as string)).toMatchObject({ identifiers: [{ kind: 'web', value: 'user-1' }] })
    const replaced = await secretOf(true)
    expect(replaced).not.toBe(secret)
    for (const one of [secret, replaced]) {
      const again = (await start('signed', { contact: signed('user-1', one) })).body
      expect(plainText(again)).toEqual(['You have Gold'])
      expect((await sessionOf(again.sessionId)).contactId).toBe(contactId)
    }
  })

  test('with a wrong hash names nobody, and the author finds a log', async () => {
    const botId = await service.publish(planBot('unsigned'))
    const secret = await secretOf()
    const { hash } = signed('user-3', secret)
    for (const contact of [
      { id: 'user-2', hash },
      { id: 'user-2', hash: '' },
      { id: '', hash },
    ]) {
      const { sessionId, resultId } = (await start('unsigned', { contact })).body
      expect((await sessionOf(sessionId)).contactId).toBeNull()
      expect(await logsOf(botId, resultId)).toMatchObject([{ description: expect.stringContaining('hash is wrong') }])
    }
  })
})
