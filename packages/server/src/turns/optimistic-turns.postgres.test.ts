import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Storage } from '@colloquy/storage'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '../ids.js'
import { chatClient, greetingBot, group, plainText, textBubble } from '../testing/chat-client.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

/** Two instances on one database, each with its own cache of bots and of sessions whose last turn it took. */

let one: TestService
let other: TestService
let web: Server
const heard: string[] = []
const done = { found: 0, opened: 0, committed: 0, stale: 0 }
let late = 0
/** True if the instances receive no change notifications. */
let isDeaf = false

beforeAll(async () => {
  web = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    heard.push(`${request.url} ${body}`)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(web, 'listening')
})
afterAll(() => web.close())

// Fresh instances for each test: an instance reads optimistically less often after failed attempts.
beforeEach(async () => {
  late = 0
  isDeaf = false
  heard.length = 0
  Object.assign(done, { found: 0, opened: 0, committed: 0, stale: 0 })
  const env = {
    COLLOQUY_SECRET: 'k3y-of-the-tests-7f2Qm9LxWz0RbVtY',
    EGRESS_ALLOW: `127.0.0.1:${(web.address() as AddressInfo).port}`,
  }
  const options = { wrap: counted, clock: () => Date.now() + late }
  one = await testService(env, options)
  const shared = { ...one.storage, close: async () => {} }
  other = await testService(env, { ...options, open: async () => shared })
})
afterEach(async () => {
  await other.close()
  await one.close()
})

function counted(storage: Storage): Storage {
  const { sessions, bots, changes } = storage
  const findByPublicId: typeof bots.findByPublicId = (publicId) => {
    done.found++
    return bots.findByPublicId(publicId)
  }
  const subscribe: typeof changes.subscribe = (topic, listener) =>
    changes.subscribe(topic, (id) => {
      if (!isDeaf) listener(id)
    })
  const open: typeof sessions.open = (...values) => {
    done.opened++
    return sessions.open(...values)
  }
  const commit: typeof sessions.commit = async (...values) => {
    const outcome = await sessions.commit(...values)
    done[outcome]++
    return outcome
  }
  return {
    ...storage,
    sessions: { ...sessions, open, commit },
    bots: { ...bots, findByPublicId },
    changes: { ...changes, subscribe },
  }
}

const here = chatClient(() => one)
const there = chatClient(() => other)

const hour = 3_600_000
const custom = { isCustomBody: true, isAdvancedConfig: true }
const pass = (milliseconds: number) => {
  late = milliseconds
}
const change = (botId: string, changed: object) => one.storage.bots.update(one.workspaceId, botId, changed, Date.now())
const suspend = (isSuspended: boolean) => one.storage.workspaces.update(one.workspaceId, { isSuspended }, Date.now())

/** Texts of the messages, as stored in the answers of the result. */
async function answersOf(botId: string, resultId: string): Promise<string[]> {
  const { answers } = await here.resultOf(botId, resultId)
  return answers.map(({ content }: { content: string }) => content)
}

/** A session that is cached here as it was before its last reply, which went to the other instance. */
async function overtaken(publicId: string): Promise<string> {
  const { sessionId } = (await here.start(publicId)).body
  await here.say(sessionId, 'here')
  await there.say(sessionId, 'there')
  return sessionId
}

describe('a start', () => {
  test('of a bot that was found just now is saved without looking for it again', async () => {
    await one.publish(askingBot('found', 4))
    isDeaf = true
    // The cache lasts for a second, which one start can take on a busy machine.
    await vi.waitFor(async () => {
      await here.start('found')
      Object.assign(done, { found: 0, opened: 0, committed: 0, stale: 0 })
      const starts = await Promise.all(Array.from({ length: 3 }, () => here.start('found')))
      for (const { status } of starts) expect(status).toBe(200)
      expect(done).toMatchObject({ found: 0, committed: 3, stale: 0 })
    }, 20_000)
  })

  test.each([
    ['is unpublished', 'bot_not_found', (botId: string) => other.call('POST', `/api/v1/bots/${botId}/unpublish`)],
    ['is deleted', 'bot_not_found', (botId: string) => other.call('DELETE', `/api/v1/bots/${botId}`)],
    ['is put away', 'bot_not_found', (botId: string) => change(botId, { archivedAt: 5 })],
    ['is closed', 'bot_closed', (botId: string) => change(botId, { isClosed: true })],
    ['belongs to a suspended workspace', 'workspace_suspended', () => suspend(true)],
  ])(
    'is refused when its bot %s since it was found, even before there is a notification of that',
    async (_, code, happens) => {
      const botId = await one.publish(askingBot('changing', 4))
      await here.start('changing')
      isDeaf = true
      await happens(botId)
      expect((await here.start('changing')).body.code).toBe(code)
      expect(done.committed).toBe(1)
    },
  )

  test('begins with the release that is live, even before there is a notification of it', async () => {
    const botId = await one.publish(askingBot('released', 4))
    await here.start('released')
    isDeaf = true
    await other.call('PATCH', `/api/v1/bots/${botId}`, { bot: { groups: [group('g1', textBubble('t1', 'New'))] } })
    await other.call('POST', `/api/v1/bots/${botId}/publish`)
    expect(plainText((await here.start('released')).body)).toEqual(['New'])
  })

  test('sends nothing to another system for a release that is no longer live', async () => {
    const { port } = web.address() as AddressInfo
    const calling = (path: string) => {
      const webhook = { url: `http://127.0.0.1:${port}/${path}`, method: 'POST', body: path }
      return [group('g1', { id: 'call', type: 'Webhook', options: { ...custom, webhook } }, textBubble('t1', path))]
    }
    const botId = await one.publish({ ...askingBot('calls-first'), groups: calling('old') })
    await here.start('calls-first')
    isDeaf = true
    await other.call('PATCH', `/api/v1/bots/${botId}`, { bot: { groups: calling('new') } })
    await other.call('POST', `/api/v1/bots/${botId}/publish`)
    expect(plainText((await here.start('calls-first')).body)).toEqual(['new'])
    expect(heard).toEqual(['/old old', '/new new'])
  })

  test('with a key that was used is answered with the same bytes, and nothing is done twice', async () => {
    const { port } = web.address() as AddressInfo
    const webhook = { url: `http://127.0.0.1:${port}/keyed`, method: 'POST', body: 'once' }
    const groups = [
      group('g1', { id: 'call', type: 'Webhook', options: { ...custom, webhook } }, textBubble('t1', 'Hi')),
    ]
    await one.publish({ ...askingBot('keyed'), groups })
    isDeaf = true
    const key = { 'idempotency-key': newId() }
    const first = await here.start('keyed', {}, key)
    for (const again of [here, there, here]) expect((await again.start('keyed', {}, key)).text).toBe(first.text)
    expect((await here.start('keyed', { isStreamEnabled: true }, key)).body.code).toBe('idempotency_key_reused')
    expect(heard).toEqual(['/keyed once'])
    expect(done.committed).toBe(1)
  })

  test('with a new key is saved without looking whether its session is there', async () => {
    await one.publish(askingBot('new-key', 4))
    isDeaf = true
    await here.start('new-key')
    // Until the service knows that no session has an id of an earlier version, it looks for one.
    await one.storage.sessions.hasIdsOfLength(24)
    Object.assign(done, { found: 0, opened: 0, committed: 0 })
    expect((await here.start('new-key', {}, { 'idempotency-key': newId() })).status).toBe(200)
    expect(done).toMatchObject({ found: 0, opened: 0, committed: 1 })
  })

  test('under a public id that was given to another bot begins that one once there is a notification of it', async () => {
    const first = await one.publish(askingBot('name', 4))
    await here.start('name')
    const second = await one.publish(askingBot('second', 4))
    await other.call('PATCH', `/api/v1/bots/${first}`, { bot: { publicId: 'first' } })
    await other.call('PATCH', `/api/v1/bots/${second}`, { bot: { publicId: 'name' } })
    await vi.waitFor(async () => expect((await here.start('name')).body.bot.id).toBe(second))
  })
})

describe('a reply', () => {
  test('to the instance that took the last turn is saved without reading the session', async () => {
    const botId = await one.publish(askingBot('alone', 4))
    isDeaf = true
    const { sessionId, resultId } = (await here.start('alone')).body
    for (const said of ['a', 'b', 'c']) {
      expect((await here.say(sessionId, said, { 'idempotency-key': said })).status).toBe(200)
    }
    expect(done).toMatchObject({ opened: 0, committed: 4, stale: 0 })
    expect(await answersOf(botId, resultId)).toEqual(['a', 'b', 'c'])
  })

  test('to both instances in turns is taken once each, and soon no longer on an optimistic read', async () => {
    const botId = await one.publish(askingBot('in-turns', 60))
    const { sessionId, resultId } = (await here.start('in-turns')).body
    const said = Array.from({ length: 50 }, (_, index) => `said ${index}`)
    for (const [index, text] of said.entries()) {
      const { body } = await (index % 2 === 0 ? there : here).say(sessionId, text)
      expect(body.input.id).toBe(`in${index + 1}`)
    }
    expect(await answersOf(botId, resultId)).toEqual(said)
    expect(done.committed).toBe(51)
    expect(done.stale).toBeGreaterThan(0)
    expect(done.stale).toBeLessThanOrEqual(12)
  })

  test('sends nothing to another system before it is certain that it is the next one', async () => {
    const { port } = web.address() as AddressInfo
    const blocks = Array.from({ length: 4 }, (_, index) => {
      const webhook = { url: `http://127.0.0.1:${port}/${index}`, method: 'POST', body: '{{v}}' }
      return [
        { id: `in${index}`, type: 'text input', options: { variableId: 'v1' } },
        { id: `call${index}`, type: 'Webhook', options: { ...custom, webhook } },
      ]
    })
    const variables = [{ id: 'v1', name: 'v' }]
    await one.publish({ ...askingBot('calling'), variables, groups: [group('g1', ...blocks.flat())] })
    const overtakenId = await overtaken('calling')
    expect((await here.say(overtakenId, 'here again')).body.input.id).toBe('in3')
    expect(heard).toEqual(['/0 here', '/1 there', '/2 here again'])
    heard.length = 0
    const { sessionId } = (await there.start('calling')).body
    const texts: string[] = []
    for (const said of ['a', 'b', 'a']) texts.push((await there.say(sessionId, said, { 'idempotency-key': said })).text)
    expect(texts[2]).toBe(texts[0])
    expect(heard).toEqual(['/0 a', '/1 b'])
  })

  test('that comes once more with its key is answered with the same bytes, on any instance and after any other turn', async () => {
    const botId = await one.publish(askingBot('once-more', 9))
    const { sessionId, resultId } = (await here.start('once-more')).body
    const first = await here.say(sessionId, 'a', { 'idempotency-key': 'first' })
    expect((await here.say(sessionId, 'a', { 'idempotency-key': 'first' })).text).toBe(first.text)
    const second = await here.say(sessionId, 'b', { 'idempotency-key': 'second' })
    for (const again of [here, there, here]) {
      expect((await again.say(sessionId, 'a', { 'idempotency-key': 'first' })).text).toBe(first.text)
      expect((await again.say(sessionId, 'b', { 'idempotency-key': 'second' })).text).toBe(second.text)
      expect((await again.say(sessionId, 'x', { 'idempotency-key': 'second' })).body.code).toBe(
        'idempotency_key_reused',
      )
    }
    expect(await answersOf(botId, resultId)).toEqual(['a', 'b'])
  })

  test('does what the session that stands there says, when another instance has ended it or led it elsewhere', async () => {
    await one.publish(askingBot('ended', 2))
    const ended = await overtaken('ended')
    expect((await here.say(ended, 'more')).body.code).toBe('session_ended')
    await one.publish(greetingBot('elsewhere'))
    const { sessionId } = (await here.start('elsewhere')).body
    await there.say(sessionId, { type: 'command', command: 'help' })
    expect((await here.say(sessionId, 'thanks')).body.input).toBeUndefined()
  })

  test.each([
    ['its workspace is suspended', 'workspace_suspended', () => suspend(true)],
    ['the session has expired', 'session_not_found', () => pass(49 * hour)],
    ['its bot is deleted', 'session_not_found', (botId: string) => other.call('DELETE', `/api/v1/bots/${botId}`)],
  ])('is refused when %s since the last turn', async (_, code, happens) => {
    const botId = await one.publish(askingBot('refused', 9))
    const { sessionId } = (await here.start('refused')).body
    await happens(botId)
    for (const again of [here, here, there]) expect((await again.say(sessionId, 'x')).body.code).toBe(code)
    expect(done.committed).toBe(1)
  })

  test('is taken again when its workspace is no longer suspended', async () => {
    await one.publish(askingBot('again', 9))
    const { sessionId } = (await here.start('again')).body
    await suspend(true)
    await here.say(sessionId, 'x')
    await suspend(false)
    expect((await here.say(sessionId, 'x')).body.input.id).toBe('in1')
  })

  test('follows a session that was moved to a newer release there', async () => {
    const botId = await one.publish(askingBot('newer', 9))
    const { sessionId } = (await here.start('newer')).body
    await here.say(sessionId, 'x')
    const groups = [group('g1', { id: 'in1', type: 'text input', options: {} }, textBubble('new', 'New'))]
    await one.call('PATCH', `/api/v1/bots/${botId}`, { bot: { groups } })
    await one.call('POST', `/api/v1/bots/${botId}/publish`)
    await other.call('POST', `/api/v1/sessions/${sessionId}/updateBot`)
    expect(plainText((await here.say(sessionId, 'x')).body)).toEqual(['New'])
  })

  test('of a session that began again under the same id belongs to the new one', async () => {
    const botId = await one.publish(askingBot('anew', 9))
    const key = { 'idempotency-key': newId() }
    const first = (await here.start('anew', {}, key)).body
    pass(49 * hour)
    await one.storage.sessions.removeExpired(Date.now() + late, 1_000)
    const second = (await there.start('anew', {}, key)).body
    expect(second.sessionId).toBe(first.sessionId)
    await there.say(first.sessionId, 'after')
    late = 0
    await here.say(first.sessionId, 'last')
    expect(await answersOf(botId, second.resultId)).toEqual(['after', 'last'])
    expect(await answersOf(botId, first.resultId)).toEqual([])
  })
})
