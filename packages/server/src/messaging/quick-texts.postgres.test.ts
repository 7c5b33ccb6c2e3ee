import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app.js'
import { tap } from '../testing/messaging-payloads.js'
import { type MessagingWorld, messagingWorld } from '../testing/messaging-world.js'

/** People who write several messages in quick succession, through the provider's webhook. */

let world: MessagingWorld
let aheadBy = 0
const clock = () => Date.now() + aheadBy
beforeAll(async () => {
  const limits = { mediaPauseMilliseconds: 150, resendMilliseconds: 20 }
  world = await messagingWorld({ COLLOQUY_LIMITS: JSON.stringify(limits) }, { clock })
})
afterAll(() => world.close())

const at = { x: 0, y: 0 }
const say = (id: string, text: string) => ({
  id,
  type: 'text',
  content: { richText: [{ type: 'p', children: [{ text }] }] },
})
const input = (id: string, more: object = {}) => ({ id, type: 'text input', ...more })
const yes = { id: 'yes', content: 'Yes' }
let numbers = 4917_000_000

/** Publishes a bot that answers one contact. */
async function published(blocks: object[], messaging: object = {}) {
  const from = String(numbers++)
  const bot = {
    events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'go' }],
    edges: [{ id: 'go', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
    groups: [
      { id: 'g1', title: 'G', graphCoordinates: at, blocks: [say('hi', 'Hi'), ...blocks, say('end', 'Thanks')] },
    ],
  }
  const startCondition = { comparisons: [{ id: 'c', comparisonOperator: 'Contains', value: from }] }
  const botId = await world.publish(bot, { startCondition, ...messaging })
  return { from, botId }
}

async function answersOf(botId: string): Promise<string[]> {
  await world.settled()
  const [result] = await world.results(botId)
  return result.answers.map(({ content }: { content: string }) => content)
}

test('messages in quick succession are one answer of several lines, by default within a second, also the first ones', async () => {
  const { from, botId } = await published([input('a'), say('b', 'Next'), input('c')])
  await world.write(from, 'Hello')
  await world.write(from, `for ${from}`)
  expect(await world.provider.said(from, 1)).toEqual(['Hi'])
  await world.settled()
  await world.write(from, 'One')
  await sleep(300)
  await world.write(from, 'two')
  await world.write(from, 'three')
  expect(await world.provider.said(from, 2)).toEqual(['Hi', 'Next'])
  await world.settled()
  await world.write(from, 'Four')
  expect(await answersOf(botId)).toEqual(['One\ntwo\nthree', 'Four'])
})

test('a bot without a quiet time answers each message', async () => {
  const { from, botId } = await published([input('a'), input('b')], { quietSeconds: 0 })
  await world.write(from, from)
  await world.provider.said(from, 1)
  await world.settled()
  await Promise.all([world.write(from, 'One'), world.write(from, 'Two')])
  expect((await answersOf(botId)).toSorted()).toEqual(['One', 'Two'])
})

test('a pressed button ends the wait and is a separate reply', async () => {
  const { from, botId } = await published([input('a'), { id: 'b', type: 'choice input', items: [yes] }], {
    quietSeconds: 10,
  })
  await world.write(from, from)
  const key = { workspaceId: world.service.workspaceId, credentialsId: world.credentialsId, sender: from }
  aheadBy += 11_000
  await world.provider.said(from, 1)
  await world.settled()
  await world.write(from, 'One')
  expect(await world.service.storage.messaging.waiting(key, 10)).toHaveLength(1)
  await world.write(from, tap('yes', 'Yes'))
  expect(await answersOf(botId)).toEqual(['One', 'Yes'])
})

test('a file that follows is part of the reply and ends the wait', async () => {
  const options = { attachments: { isEnabled: true } }
  const { from, botId } = await published([input('a', { options })], { quietSeconds: 10 })
  world.provider.media.set('m1', { type: 'image/png', content: Buffer.from('PNG') })
  await world.write(from, from)
  aheadBy += 11_000
  await world.provider.said(from, 1)
  await world.settled()
  await world.write(from, 'My receipt')
  await world.write(from, { type: 'image', image: { id: 'm1', mime_type: 'image/png' } })
  expect(await answersOf(botId)).toEqual(['My receipt'])
})

test('a restart within the quiet time loses no message, and answers them once', async () => {
  const { from, botId } = await published([input('a')], { quietSeconds: 2 })
  await world.write(from, from)
  await world.provider.said(from, 1)
  await world.settled()
  await world.write(from, 'One')
  const { storage, config } = world.service
  const other = await buildApp({ storage, config, clock })
  await other.ready()
  await world.write(from, 'two')
  expect(await answersOf(botId)).toEqual(['One\ntwo'])
  await other.close()
  expect(world.provider.messages(from)).toHaveLength(2)
})

test('a clock that is set back does not prolong the wait', async () => {
  const { from, botId } = await published([input('a')], { quietSeconds: 0.5 })
  await world.write(from, from)
  await world.provider.said(from, 1)
  await world.settled()
  aheadBy += 3_600_000
  await world.write(from, 'One')
  aheadBy -= 3_600_000
  expect(await answersOf(botId)).toEqual(['One'])
})

test('a text that does not fit into the reply any more is the next one', async () => {
  const { from, botId } = await published([input('a'), input('b')], { quietSeconds: 1 })
  await world.write(from, from)
  await world.provider.said(from, 1)
  await world.settled()
  const long = 'x'.repeat(world.service.config.limits.textReplyBytes - 2)
  await world.write(from, long)
  await world.write(from, 'yyy')
  expect((await answersOf(botId)).map(({ length }) => length)).toEqual([long.length, 3])
})
