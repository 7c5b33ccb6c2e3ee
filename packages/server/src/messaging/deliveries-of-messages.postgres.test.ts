import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { fieldPayload } from '../testing/messaging-payloads.js'
import { type MessagingWorld, messagingWorld } from '../testing/messaging-world.js'
import { askingBot } from '../testing/test-service.js'

/** Reports of a provider about messages that it accepted. */

let world: MessagingWorld
let botId: string
beforeAll(async () => {
  world = await messagingWorld()
  world.provider.answerWith(({ body }) =>
    body?.to ? { status: 200, body: { messages: [{ id: `wamid.to.${body.to}.${count++}` }] } } : undefined,
  )
  botId = await world.publish(askingBot(newId()))
})
afterAll(() => world.close())

let count = 0
const report = (from: string, at: number, state: string, more: object = {}) =>
  world.send(
    fieldPayload('messages', {
      statuses: [{ id: `wamid.to.${from}.${at}`, status: state, timestamp: '1700000000', recipient_id: from, ...more }],
    }),
  )

test('the transcripts of the inbox and of results show what became of each turn and of each message of a person', async () => {
  const { service } = world
  const from = '4961'
  await world.write(from, 'Hello')
  await world.provider.said(from, 1)
  await world.settled()
  const key = { workspaceId: service.workspaceId, credentialsId: world.credentialsId, sender: from }
  const sessionId = (await service.storage.messaging.find(key))?.sessionId ?? ''
  const resultId = await world.resultIdOf(from)
  const inbox = `/api/v1/workspaces/${service.workspaceId}/inbox/${sessionId}`
  const inInbox = async () => {
    const { body } = await service.call('GET', inbox)
    return body.transcript.map(
      (part: { delivery?: string; message?: { delivery?: string } }) => part.delivery ?? part.message?.delivery,
    )
  }
  const inResults = async () => {
    const { body } = await service.call('GET', `/api/v1/bots/${botId}/results/${resultId}/transcript`)
    return body.transcript.at(-1).delivery
  }
  expect(await inInbox()).toEqual(['sent'])
  for (let at = 0; at < count; at++) await report(from, at, 'delivered')
  expect([await inInbox(), await inResults()]).toEqual([['delivered'], 'delivered'])
  for (let at = 0; at < count; at++) await report(from, at, 'read')
  expect([await inInbox(), await inResults()]).toEqual([['read'], 'read'])

  await service.call('POST', `${inbox}/take`)
  const ofPerson = count
  await service.call('POST', `${inbox}/messages`, { text: 'I am here' }, { 'idempotency-key': newId() })
  await world.settled()
  await report(from, ofPerson, 'failed', { errors: [{ code: 131026, title: 'Message undeliverable' }] })
  expect((await inInbox()).at(-1)).toBe('failed')
})
