import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '../app.js'
import { type MessagingWorld, messagingWorld } from '../testing/messaging-world.js'

/** Conversations whose visitors do not answer: on the web, and in a messaging app through its provider. */

let aheadBy = 0
const clock = () => Date.now() + aheadBy
let world: MessagingWorld
beforeAll(async () => {
  world = await messagingWorld({}, { clock })
})
afterAll(() => world.close())

const at = { x: 0, y: 0 }
const say = (id: string, text: string) => ({
  id,
  type: 'text',
  content: { richText: [{ type: 'p', children: [{ text }] }] },
})
const exits = [{ id: 'x', on: 'no-answer', outgoingEdgeId: 'silent', after: { amount: 10, unit: 'minutes' } }]
const minutes = (count: number) => count * 60_000
/** Asks, and reminds once of the question. */
const bot = {
  events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'go' }],
  edges: [
    { id: 'go', from: { eventId: 'e1' }, to: { groupId: 'g1' } },
    { id: 'silent', from: { blockId: 'ask', itemId: 'x' }, to: { groupId: 'g2' } },
  ],
  groups: [
    {
      id: 'g1',
      title: 'Ask',
      graphCoordinates: at,
      blocks: [say('q', 'Your name?'), { id: 'ask', type: 'text input', exits }],
    },
    {
      id: 'g2',
      title: 'Remind',
      graphCoordinates: at,
      blocks: [say('r', 'Still there?'), { id: 'ask2', type: 'text input' }],
    },
  ],
}

async function started() {
  const botId = await world.publish(bot)
  const { publicId } = (await world.service.call('GET', `/api/v1/bots/${botId}`)).body.bot
  return (await world.service.call('POST', `/api/v1/bots/${publicId}/startChat`, {})).body
}
const turnsOf = (sessionId: string) => world.service.storage.sessions.turns(sessionId)
const reply = (sessionId: string, message: unknown) =>
  world.service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message })
/** Other instances start on the same database and look for what is due. */
async function instancesStart(count: number) {
  const { storage, config } = world.service
  const apps = await Promise.all(Array.from({ length: count }, () => buildApp({ storage, config, clock })))
  await Promise.all(apps.map((app) => app.ready()))
  return async () => {
    for (const app of apps) await app.close()
  }
}

test('a conversation continues without an answer when its time has passed, once, although several instances look', async () => {
  const { sessionId, noAnswer } = await started()
  expect(noAnswer.after).toBe(minutes(10))
  const early = await instancesStart(1)
  await early()
  expect(await turnsOf(sessionId)).toHaveLength(1)
  aheadBy += minutes(11)
  const stop = await instancesStart(3)
  await vi.waitFor(async () => expect(await turnsOf(sessionId)).toHaveLength(2))
  await stop()
  const turns = await turnsOf(sessionId)
  expect(turns).toHaveLength(2)
  const answer = JSON.parse(turns[1]!.answer)
  expect(answer.messages[0].content.plainText).toBe('Still there?')
  // A page that opens later asks for it, and gets the stored response.
  const asked = await reply(sessionId, { type: 'no-answer', waitId: noAnswer.waitId })
  expect(asked.body).toEqual(answer)
  expect(await turnsOf(sessionId)).toHaveLength(2)
})

test('an answer cancels it, also one that comes in the same moment', async () => {
  const { sessionId } = await started()
  await reply(sessionId, 'Ada')
  const other = await started()
  aheadBy += minutes(11)
  const [stop, answered] = await Promise.all([instancesStart(2), reply(other.sessionId, 'Ada')])
  await stop()
  expect(await turnsOf(sessionId)).toHaveLength(2)
  expect(answered.status).toBe(200)
  const said = (await turnsOf(other.sessionId)).map(({ request }) => JSON.parse(request).message?.type)
  expect([
    [undefined, 'text'],
    [undefined, 'no-answer', 'text'],
  ]).toContainEqual(said)
  expect(await world.service.storage.sessions.nextNoAnswerAt([])).toBeUndefined()
})

test('a clock that is set back delays it, and loses nothing', async () => {
  const { sessionId } = await started()
  aheadBy -= minutes(60)
  await (await instancesStart(1))()
  expect(await turnsOf(sessionId)).toHaveLength(1)
  aheadBy += minutes(71)
  const stop = await instancesStart(1)
  await vi.waitFor(async () => expect(await turnsOf(sessionId)).toHaveLength(2))
  await stop()
})

test('no timer fires while somebody else speaks, also one that is due in the same moment, and the wait begins again after the return', async () => {
  const setStatus = (id: string, status: string) =>
    world.service.call('PATCH', `/api/v1/sessions/${id}/status`, { status })
  const [before, meanwhile] = [await started(), await started()]
  await setStatus(before.sessionId, 'paused')
  aheadBy += minutes(11)
  const [stop] = await Promise.all([instancesStart(2), setStatus(meanwhile.sessionId, 'paused')])
  await stop()
  const held = await turnsOf(meanwhile.sessionId)
  await (await instancesStart(1))()
  expect(await turnsOf(before.sessionId)).toHaveLength(1)
  expect(await turnsOf(meanwhile.sessionId)).toEqual(held)
  const waitId = before.noAnswer.waitId
  expect((await reply(before.sessionId, { type: 'no-answer', waitId })).body).toMatchObject({ messages: [] })
  await setStatus(before.sessionId, 'bot')
  await (await instancesStart(1))()
  expect(await turnsOf(before.sessionId)).toHaveLength(1)
  aheadBy += minutes(11)
  const stopAgain = await instancesStart(1)
  await vi.waitFor(async () => expect(await turnsOf(before.sessionId)).toHaveLength(2))
  await stopAgain()
})

test('a preview waits until its author chooses that there is no answer', async () => {
  const { call, workspaceId } = world.service
  const botId = (await call('POST', '/api/v1/bots', { workspaceId, bot })).body.bot.id
  const { sessionId } = (await call('POST', `/api/v1/bots/${botId}/preview/startChat`, {})).body
  aheadBy += minutes(11)
  await (await instancesStart(1))()
  expect(await turnsOf(sessionId)).toHaveLength(1)
  expect((await reply(sessionId, { type: 'no-answer' })).body.messages[0].content.plainText).toBe('Still there?')
  expect((await reply(sessionId, { type: 'no-answer' })).status).toBe(400)
})

test('in a messaging app the message is sent once, to contacts who have not answered', async () => {
  await world.publish(bot)
  const [silent, answers] = ['4915112345671', '4915112345672'] as const
  await world.write(silent, 'Hi')
  await world.write(answers, 'Hi')
  await world.settled()
  await world.write(answers, 'Ada')
  await world.settled()
  aheadBy += minutes(11)
  const stop = await instancesStart(2)
  const sentTo = (to: string) => JSON.stringify(world.provider.messages(to)).split('Still there?').length - 1
  await vi.waitFor(() => expect(sentTo(silent)).toBe(1), { timeout: 5_000 })
  await world.settled()
  await stop()
  expect([sentTo(silent), sentTo(answers)]).toEqual([1, 0])
})
