import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { fieldPayload, messageOf, payloadOf } from '../testing/messaging-payloads.js'
import { type MessagingWorld, messagingWorld } from '../testing/messaging-world.js'
import { askingBot } from '../testing/test-service.js'

const page = { limit: 10, bytes: 100_000 }

/** Messages that arrive more than once or all at once, providers that are down, and processes that crash. */

let world: MessagingWorld
let later = 0
let botId: string
beforeAll(async () => {
  world = await messagingWorld({}, { clock: () => Date.now() + later })
  botId = await world.publish(countingBot(), { quietSeconds: 0 })
})
afterEach(() => world.provider.answerWith(() => undefined))
afterAll(() => world.close())

/** Repeats each reply, ten times, after three messages at the beginning. */
function countingBot() {
  const bot = askingBot(newId(), 0)
  const say = (id: string, text: string) => ({
    id,
    type: 'text',
    content: { richText: [{ type: 'p', children: [{ text }] }] },
  })
  const rounds = Array.from({ length: 10 }, (_, index) => [
    { id: `in${index}`, type: 'text input', options: { variableId: 'v1' } },
    say(`out${index}`, `You said {{Name}}`),
  ])
  const blocks = [say('a', 'One'), say('b', 'Two'), say('c', 'Three'), ...rounds.flat()]
  return { ...bot, groups: bot.groups.map((group) => ({ ...group, blocks })) }
}

const beginning = ['One', 'Two', 'Three']
let number = 4930_000
const somebody = async () => {
  const from = String(number++)
  await world.write(from, 'Hello')
  expect(await world.provider.said(from, 3)).toEqual(beginning)
  await world.settled()
  return from
}
const answersOf = async (from: string) => {
  const rows = await world.service.storage.results.answers([await world.resultIdOf(from)])
  return rows.map(({ content }) => content)
}

describe('a message', () => {
  test('that comes twice, at once, an hour later or beside others is answered once', async () => {
    const from = await somebody()
    const same = messageOf(from, 'Same')
    const payload = payloadOf(from, [same])
    await Promise.all([world.send(payload), world.send(payload), world.send(payload)])
    await world.provider.said(from, 4)
    await world.settled()
    later += 3_600_000
    await world.send(payload)
    await world.send(payloadOf(from, [same, messageOf(from, 'Other', Date.now() + later)]))
    expect((await world.provider.said(from, 5)).slice(3)).toEqual(['You said Same', 'You said Other'])
    await world.settled()
    expect(await answersOf(from)).toEqual(['Same', 'Other'])
    expect(world.provider.messages(from)).toHaveLength(5)
  })

  test('is one of five that come within a moment, also the first ones: all are answered in their order, in one chat', async () => {
    const from = String(number++)
    const words = ['Hello', '1', '2', '3', '4']
    const at = later + Date.now() - 10_000
    const payloads = words.map((text, index) => payloadOf(from, [messageOf(from, text, at + index * 1_000)]))
    // The first message comes last.
    await Promise.all(payloads.map((payload) => world.send(payload)))
    await world.provider.said(from, 7)
    await world.settled()
    const said = await world.provider.said(from, 7)
    expect(said.slice(0, 3)).toEqual(beginning)
    const answers = await answersOf(from)
    expect(said.slice(3)).toEqual(answers.map((answer) => `You said ${answer}`))
    expect(answers).toHaveLength(4)
  })
})

describe('a provider that', () => {
  test.each<[string, { status: number; body?: object; isBroken?: boolean }]>([
    ['is down', { status: 503 }],
    ['has had too many calls', { status: 429 }],
    ['says so in a code', { status: 400, body: { error: { code: 130429, message: 'Rate limit hit' } } }],
    ['breaks connections', { status: 500, isBroken: true }],
    ['does not know the token any more', { status: 401, body: { error: { code: 190 } } }],
  ])('%s gets all messages once it is back: each once, in order', async (_, failure) => {
    const from = await somebody()
    let failures = 0
    world.provider.answerWith(({ body }) => (body?.to === from && failures++ < 4 ? failure : undefined))
    await world.write(from, 'A')
    await world.write(from, 'B')
    const said = await world.provider.said(from, 5)
    await world.settled()
    expect(said.slice(3).toSorted()).toEqual(['You said A', 'You said B'])
    expect(said.slice(3)).toEqual((await answersOf(from)).map((answer) => `You said ${answer}`))
    expect(world.provider.messages(from)).toHaveLength(5)
    expect(failures).toBeGreaterThan(4)
  })

  test('asks for longer pauses with a contact is asked again after pauses that grow four times', async () => {
    const from = await somebody()
    const pairRate = { status: 400, body: { error: { code: 131056, message: 'Pair rate limit hit' } } }
    let failures = 0
    world.provider.answerWith(({ body }) => (body?.to === from && failures++ < 3 ? pairRate : undefined))
    const at = performance.now()
    await world.write(from, 'A')
    expect((await world.provider.said(from, 4))[3]).toBe('You said A')
    // 20 ms, 80 ms and 320 ms.
    expect(performance.now() - at).toBeGreaterThan(400)
  })

  const failure = (code: number) => ({ status: 400, body: { error: { code, message: 'Not delivered' } } })
  const contactOf = (from: string) =>
    world.service.storage.messaging.find({
      workspaceId: world.service.workspaceId,
      credentialsId: world.credentialsId,
      sender: from,
    })
  const logsOf = async (from: string) => {
    const resultId = await world.resultIdOf(from)
    return (await world.service.storage.results.logs(world.service.workspaceId, botId, resultId, page)).rows
  }

  test('says that a contact wants no messages is asked for no more of them, until the contact writes again', async () => {
    const from = String(number++)
    let asked = 0
    world.provider.answerWith(({ body }) => (body?.to === from && ++asked === 2 ? failure(131050) : undefined))
    await world.write(from, 'Hello')
    await world.settled()
    expect(world.provider.messages(from)).toHaveLength(1)
    expect(asked).toBe(2)
    expect((await contactOf(from))?.optedOutAt).toEqual(expect.any(Number))
    expect(await logsOf(from)).toMatchObject([{ status: 'info', description: expect.stringContaining('no messages') }])
    await world.write(from, 'Ada')
    expect((await world.provider.said(from, 2))[1]).toBe('You said Ada')
  })

  test('reports later that a contact wants no messages, even twice, stops what the contact did not ask for only', async () => {
    const from = await somebody()
    const at = Date.now() + later
    const status = {
      id: 'wamid.sent',
      status: 'failed',
      timestamp: String(Math.floor(at / 1_000)),
      recipient_id: from,
      errors: [{ code: 131050, title: 'User has stopped marketing messages' }],
    }
    const report = fieldPayload('messages', { statuses: [status] })
    await world.send(report)
    expect((await contactOf(from))?.optedOutAt).toBeGreaterThanOrEqual(at)
    later += 2_000
    await world.write(from, 'Ada')
    await world.send(report)
    expect((await world.provider.said(from, 4))[3]).toBe('You said Ada')
    await world.write(from, 'Bob')
    expect((await world.provider.said(from, 5))[4]).toBe('You said Bob')
  })

  test('has reached its cap for a contact is sent the other messages, and the log entry is not an error', async () => {
    const from = String(number++)
    const isTwo = ({ body }: { body: { to?: string; text?: { body: string } } }) => body?.text?.body === 'Two'
    world.provider.answerWith((request) => (request.body?.to === from && isTwo(request) ? failure(131049) : undefined))
    await world.write(from, 'Hello')
    expect(await world.provider.said(from, 2)).toEqual(['One', 'Three'])
    await world.settled()
    expect((await contactOf(from))?.cappedUntil).toBeGreaterThan(Date.now() + later + 86_000_000)
    expect(await logsOf(from)).toMatchObject([{ status: 'info', description: expect.stringContaining('a day') }])
  })

  test('will never take a message is sent the others, and the author is notified', async () => {
    const from = String(number++)
    const errorBody = { status: 400, body: { error: { code: 131009, message: 'Parameter value is not valid' } } }
    world.provider.answerWith(({ body }) => (body?.to === from && body.text?.body === 'Two' ? errorBody : undefined))
    await world.write(from, 'Hello')
    expect(await world.provider.said(from, 2)).toEqual(['One', 'Three'])
    await world.settled()
    const resultId = await world.resultIdOf(from)
    const { rows: logs } = await world.service.storage.results.logs(world.service.workspaceId, botId, resultId, page)
    expect(logs).toMatchObject([{ status: 'error', description: expect.stringContaining('did not arrive') }])
    expect(logs[0]?.details).toBe('The provider answered with status 400: Parameter value is not valid')
    expect(JSON.stringify(logs)).not.toContain('planted-messaging-token')
  })

  test('stays down for hours is given up, with a log; what comes then is answered', async () => {
    const from = await somebody()
    let isDown = true
    let failures = 0
    world.provider.answerWith(({ body }) => {
      if (body?.to !== from || !isDown) return undefined
      failures++
      return { status: 503 }
    })
    await world.write(from, 'Lost')
    await world.provider.until(() => failures > 1)
    later += 3.5 * 3_600_000
    later += 3.5 * 3_600_000
    await world.settled()
    isDown = false
    const resultId = await world.resultIdOf(from)
    const { rows: logs } = await world.service.storage.results.logs(world.service.workspaceId, botId, resultId, page)
    expect(logs).toMatchObject([{ status: 'error', details: expect.stringContaining('503') }])
    await world.write(from, 'Again')
    expect((await world.provider.said(from, 6)).slice(3)).toEqual(beginning)
  })
})

describe('a process that is gone', () => {
  test('leaves its contacts to another one once its lease has run out', async () => {
    const from = await somebody()
    const key = { workspaceId: world.service.workspaceId, credentialsId: world.credentialsId, sender: from }
    const now = Date.now() + later
    const { messaging } = world.service.storage
    // The service releases its own lease after its answer has arrived.
    const lease = () => messaging.lease(key, 'somebody who is gone', now, now + 30_000)
    await expect.poll(lease, { timeout: 20_000 }).toBeDefined()
    await world.write(from, 'Waiting')
    expect(await messaging.connection(key.workspaceId, key.credentialsId)).toMatchObject({ waiting: 1 })
    later += 31_000
    expect((await world.provider.said(from, 4))[3]).toBe('You said Waiting')
  })

  test('does not wait for a provider that says nothing, and leaves the message to the next one', async () => {
    const other = await messagingWorld()
    try {
      await other.publish(countingBot())
      let isAsked = false
      other.provider.answerWith(({ body }) => {
        if (body?.text?.body !== 'Two') return undefined
        isAsked = true
        return { status: 200, isSilent: true }
      })
      await other.write('1', 'Hello')
      await other.provider.until(() => isAsked)
      const closing = other.restarted()
      other.provider.answerWith(() => undefined)
      const again = await closing
      expect(await other.provider.said('1', 3)).toEqual(beginning)
      await again.close()
    } finally {
      await other.close()
    }
  })

  test('in the middle of an answer leaves the rest of it, and no turn is taken twice', async () => {
    let isDown = true
    const other = await messagingWorld()
    const { storage } = other.service
    try {
      await other.publish(countingBot())
      other.provider.answerWith(({ body }) => (isDown && body?.text?.body === 'Two' ? { status: 503 } : undefined))
      await other.write('1', 'Hello')
      await other.provider.said('1', 1)
      await other.write('1', 'Ada')
      const again = await other.restarted()
      isDown = false
      try {
        expect(await other.provider.said('1', 4)).toEqual([...beginning, 'You said Ada'])
        await other.settled()
        expect(other.provider.messages('1')).toHaveLength(4)
        const answers = await storage.results.answers([await other.resultIdOf('1')])
        expect(answers.map(({ content }) => content)).toEqual(['Ada'])
      } finally {
        await again.close()
      }
    } finally {
      await other.close()
    }
  })
})
