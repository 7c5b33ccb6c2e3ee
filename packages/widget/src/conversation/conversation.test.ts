import { afterEach, describe, expect, test } from 'vitest'
import { tabs } from '../testing/memory-stores.js'
import { answered, type Scripted, scriptService, started, textMessage } from '../testing/scripted-service.js'
import type { ActionOutcome } from './action-context.js'
import { chatMemory } from './chat-memory.js'
import { connect, type Surroundings } from './connection.js'
import { Conversation } from './conversation.js'
import type { ClientAction } from './wire.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean()
})

const waits: number[] = []
const surroundings: Surroundings = {
  fetch,
  random: () => 0.5,
  offline: () => undefined,
  sleep: async (milliseconds) => {
    waits.push(milliseconds)
    await new Promise((resolve) => setImmediate(resolve))
  },
}

type Act = (action: ClientAction) => Promise<ActionOutcome>

async function chat(
  answers: Scripted[],
  {
    act = async () => ({ kind: 'done' as const }),
    stores = tabs(),
  }: { act?: Act; stores?: ReturnType<typeof tabs> } = {},
) {
  const service = await scriptService(answers)
  cleanups.push(service.close, stores.close)
  let keys = 0
  const tab = (browser = stores.tab()) => {
    const conversation = new Conversation({
      connection: connect({ host: service.host }, surroundings),
      memory: chatMemory('bot', browser),
      surroundings,
      request: { bot: 'bot', body: {} },
      act,
      isCalm: () => false,
      newKey: () => `key-${++keys}`,
    })
    cleanups.push(() => conversation.close())
    return conversation
  }
  return { service, tab }
}

const said = (conversation: Conversation) =>
  conversation.state.entries.map((entry) =>
    entry.kind === 'bot' && entry.message.type === 'text'
      ? entry.message.content.plainText
      : 'text' in entry
        ? entry.text
        : '',
  )

const until = async (conversation: Conversation, isSo: () => boolean) => {
  const start = Date.now()
  while (!isSo()) {
    if (Date.now() - start > 5000) throw new Error(`It did not come to that: ${JSON.stringify(conversation.state)}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const text = (value: string) => ({ message: { type: 'text' as const, text: value } })
const remembering = {
  bot: {
    id: 'b1',
    version: '6',
    theme: {},
    settings: { general: { rememberUser: { isEnabled: true, storage: 'local' } } },
  },
}

describe('a reply', () => {
  test('is sent again with the same key until it is answered', async () => {
    const { service, tab } = await chat([
      started(),
      'break',
      { status: 503, body: {}, headers: { 'retry-after': '2' } },
      'break',
      answered(),
    ])
    const one = tab()
    await one.begin()
    waits.length = 0
    expect(one.reply(1, text('Ada'))).toBe(true)
    await until(one, () => one.state.turn === 2 && one.state.steps.length === 0)
    expect(said(one)).toEqual(['Hello', 'Ada', 'Thanks'])
    const replies = service.seen.slice(1)
    expect(replies.map(({ key }) => key)).toEqual(Array(4).fill(replies[0]?.key))
    expect(waits.slice(0, 3)).toEqual([500, 2000, 2000])
    expect(one.state.notice).toBeUndefined()
  })

  test('shows the missing connection from the second failure on', async () => {
    const { tab } = await chat([started(), 'break', 'break', answered()])
    const one = tab()
    await one.begin()
    const notices = new Set<string | undefined>()
    one.subscribe(() => notices.add(one.state.notice?.kind))
    one.reply(1, text('Ada'))
    await until(one, () => one.state.turn === 2)
    expect([...notices]).toContain('offline')
  })

  test('counts once when the button is pressed twice', async () => {
    const { service, tab } = await chat([started(), answered()])
    const one = tab()
    await one.begin()
    expect([one.reply(1, text('a')), one.reply(1, text('a'))]).toEqual([true, false])
    await until(one, () => one.state.turn === 2)
    expect(one.reply(1, text('late'))).toBe(false)
    expect(service.seen).toHaveLength(2)
  })

  test('shows what the service made of it, unless it has a label', async () => {
    const { tab } = await chat([
      started(),
      answered({ lastMessageNewFormat: '+33 6' }),
      answered({ lastMessageNewFormat: 'x' }),
    ])
    const one = tab()
    await one.begin()
    one.reply(1, text('06'))
    await until(one, () => one.state.turn === 2 && one.state.steps.length === 0)
    one.reply(2, { ...text('12.5'), label: '12,50 €' })
    await until(one, () => one.state.turn === 3)
    expect(said(one)).toEqual(['Hello', '+33 6', 'Thanks', '12,50 €', 'Thanks'])
  })

  test('that is refused goes back to its input', async () => {
    const { tab } = await chat([started(), { status: 403, body: { message: 'Not from this site' } }])
    const one = tab()
    await one.begin()
    one.reply(1, text('Ada'))
    await until(one, () => one.state.notice !== undefined)
    expect(one.state).toMatchObject({ notice: { kind: 'refused', text: 'Not from this site' }, input: { id: 'ask' } })
    expect(said(one)).toEqual(['Hello'])
  })

  test('to a session that is gone says so, and starting again is possible', async () => {
    const { tab } = await chat([started(), { status: 404, body: {} }, started({ sessionId: 's2' })])
    const one = tab()
    await one.begin()
    one.reply(1, text('Ada'))
    await until(one, () => one.state.notice?.kind === 'expired')
    await one.restart()
    expect(one.state).toMatchObject({ session: { sessionId: 's2' }, turn: 1 })
    expect(said(one)).toEqual(['Hello'])
  })
})

describe('a reload', () => {
  test('in the middle of a reply sends it again with its key, although the bot does not remember visitors', async () => {
    const { service, tab } = await chat([started(), 'never', answered()])
    const browser = tabs().tab()
    const one = tab(browser)
    await one.begin()
    one.reply(1, text('Ada'))
    await until(one, () => service.seen.length === 2)
    one.close()
    const two = tab(browser)
    await two.begin()
    await until(two, () => two.state.turn === 2 && two.state.steps.length === 0)
    expect(said(two)).toEqual(['Hello', 'Ada', 'Thanks'])
    expect(service.seen[2]?.key).toBe(service.seen[1]?.key)
  })

  test('between two turns begins again when the bot remembers nobody', async () => {
    const { service, tab } = await chat([started(), started({ sessionId: 's2' })])
    const browser = tabs().tab()
    await tab(browser).begin()
    const two = tab(browser)
    await two.begin()
    expect(two.state.session?.sessionId).toBe('s2')
    expect(service.seen).toHaveLength(2)
  })

  test('continues where it was when the browser had discarded the page, although the bot remembers nobody', async () => {
    const { service, tab } = await chat([started(), answered()])
    const browser = tabs().tab()
    const one = tab(browser)
    await one.begin()
    one.reply(1, text('Ada'))
    await until(one, () => one.state.turn === 2 && one.state.steps.length === 0)
    one.close()
    const two = tab({ ...browser, wasDiscarded: true })
    await two.begin()
    expect(said(two)).toEqual(['Hello', 'Ada', 'Thanks'])
    expect(two.state.input?.id).toBe('ask2')
    expect(service.seen).toHaveLength(2)
  })

  test('continues where it was when the bot remembers', async () => {
    const { service, tab } = await chat([started(remembering), answered()])
    const stores = tabs()
    cleanups.push(stores.close)
    const one = tab(stores.tab())
    await one.begin()
    one.reply(1, text('Ada'))
    await until(one, () => one.state.turn === 2 && one.state.steps.length === 0)
    one.close()
    const two = tab(stores.tab())
    await two.begin()
    expect(said(two)).toEqual(['Hello', 'Ada', 'Thanks'])
    expect(two.state.input?.id).toBe('ask2')
    expect(service.seen).toHaveLength(2)
  })

  test('shows the rest of a turn and performs the remaining actions, but no redirect twice', async () => {
    const done: string[] = []
    const act: Act = (action) => {
      done.push(action.type)
      return action.type === 'redirect' ? new Promise(() => {}) : Promise.resolve({ kind: 'reply', text: 'value' })
    }
    const actions = [
      { type: 'redirect', redirect: { url: 'https://a.example' }, lastBubbleBlockId: 'hello' },
      {
        type: 'setVariable',
        setVariable: { scriptToExecute: { content: '', args: [] } },
        lastBubbleBlockId: 'later',
        expectsDedicatedReply: true,
      },
    ]
    const first = started({
      messages: [textMessage('hello', 'Hello'), textMessage('later', 'Later')],
      input: undefined,
      clientSideActions: actions,
    })
    const { service, tab } = await chat([first, answered()], { act })
    const browser = tabs().tab()
    const one = tab(browser)
    void one.begin()
    await until(one, () => done.length === 1)
    one.close()
    const two = tab(browser)
    await two.begin()
    await until(two, () => two.state.turn === 2 && two.state.steps.length === 0)
    expect(done).toEqual(['redirect', 'setVariable'])
    expect(said(two)).toEqual(['Hello', 'Later', 'Thanks'])
    expect(service.seen[1]?.body.message).toEqual({ type: 'text', text: 'value' })
  })
})

describe('two tabs', () => {
  test('do not answer the same question twice', async () => {
    const stores = tabs()
    const { service, tab } = await chat([started(remembering), answered()], { stores })
    const one = tab()
    await one.begin()
    const two = tab()
    await two.begin()
    one.reply(1, text('first'))
    two.reply(1, text('second'))
    await until(two, () => two.state.turn === 2 && two.state.pending === undefined)
    expect(service.seen).toHaveLength(2)
    expect(said(two)).toContain('first')
    expect(two.state.notice?.kind).toBe('elsewhere')
  })

  test('show what was said in the other one', async () => {
    const stores = tabs()
    const { tab } = await chat([started(remembering), answered()], { stores })
    const one = tab()
    await one.begin()
    const two = tab()
    await two.begin()
    one.reply(1, text('Ada'))
    await until(two, () => two.state.turn === 2 && said(two).includes('Thanks'))
    expect(said(two)).toEqual(['Hello', 'Ada', 'Thanks'])
  })
})

test('an action that fails is reported to the author, and the conversation continues', async () => {
  const act: Act = () => Promise.reject(new Error('broken'))
  const action = { type: 'wait', wait: { secondsToWaitFor: 1 }, expectsDedicatedReply: true }
  const { service, tab } = await chat([started({ input: undefined, clientSideActions: [action] }), answered()], { act })
  const one = tab()
  await one.begin()
  await until(one, () => one.state.turn === 2)
  expect(service.seen[1]?.body).toEqual({})
})

test('a conversation without input and without a page to wait for is over', async () => {
  const { tab } = await chat([started({ input: undefined })])
  const one = tab()
  await one.begin()
  expect(one.state.isEnded).toBe(true)
})

test('a message of a page that the flow waits for is received once', async () => {
  const embed = {
    id: 'page',
    type: 'embed',
    content: { url: 'https://a.example', waitForEvent: { isEnabled: true, name: 'done' } },
  }
  const { service, tab } = await chat([started({ messages: [embed], input: undefined }), answered()])
  const one = tab()
  await one.begin()
  expect(one.state.isEnded).toBe(false)
  expect([one.reply(1, text('42')), one.reply(1, text('42'))]).toEqual([true, false])
  await until(one, () => one.state.turn === 2)
  expect(service.seen[1]?.body.message).toEqual({ type: 'text', text: '42' })
})

test('a start that is refused shows why', async () => {
  const { tab } = await chat([{ status: 400, body: { message: 'We are closed' } }])
  const one = tab()
  await one.begin()
  expect(one.state).toMatchObject({ phase: 'refused', notice: { kind: 'refused', text: 'We are closed' } })
})
