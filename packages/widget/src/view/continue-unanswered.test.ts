import { afterEach, expect, test, vi } from 'vitest'
import { chatMemory } from '../conversation/chat-memory.js'
import { connect, type Surroundings } from '../conversation/connection.js'
import { Conversation } from '../conversation/conversation.js'
import { tabs } from '../testing/memory-stores.js'
import { answered, type Scripted, scriptService, started } from '../testing/scripted-service.js'
import { continueUnanswered } from './continue-unanswered.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const clean of cleanups.splice(0)) await clean()
})

const pauses: number[] = []
const surroundings: Surroundings = {
  fetch,
  random: () => 0.5,
  offline: () => undefined,
  sleep: async (milliseconds) => {
    pauses.push(milliseconds)
    await new Promise((resolve) => setImmediate(resolve))
  },
}

/** Chats in tabs of one browser, each with the place of its answers. */
async function chat(answers: Scripted[], { isPreview = false } = {}) {
  const service = await scriptService(answers)
  const stores = tabs()
  cleanups.push(service.close, stores.close)
  let keys = 0
  const tab = () => {
    const connection = connect({ host: service.host, isPreview }, surroundings)
    const conversation = new Conversation({
      connection,
      memory: chatMemory('bot', stores.tab()),
      surroundings,
      request: { bot: 'bot', body: {} },
      act: async () => ({ kind: 'done' as const }),
      isCalm: () => true,
      newKey: () => `key-${++keys}`,
    })
    const host: { noAnswer?: () => void } = {}
    let asked: number | undefined
    conversation.subscribe(() => {
      const { input, steps, pending, turn } = conversation.state
      const isAsking = input !== undefined && steps.length === 0 && !pending
      if (isAsking && asked !== turn)
        queueMicrotask(() => void continueUnanswered({ conversation, connection, root: { host } as never }))
      asked = isAsking ? turn : undefined
    })
    cleanups.push(() => conversation.close())
    return { conversation, host }
  }
  const asked = () =>
    service.seen.flatMap(({ body }) => (body.message?.type === 'no-answer' ? [body.message as object] : []))
  return { service, tab, asked }
}

const said = ({ state }: Conversation) =>
  state.entries.map((entry) =>
    entry.kind === 'bot' && entry.message.type === 'text'
      ? entry.message.content.plainText
      : 'text' in entry
        ? entry.text
        : '',
  )
const wait = (waitId: string, after = 400) => ({ noAnswer: { waitId, after } })
const text = (value: string) => ({ message: { type: 'text' as const, text: value } })
const remembering = {
  bot: {
    id: 'b1',
    version: '6',
    theme: {},
    settings: { general: { rememberUser: { isEnabled: true, storage: 'local' } } },
  },
}

test('a question is followed by what the flow says without an answer, once its time has passed', async () => {
  const { tab, asked } = await chat([started(wait('w1')), answered(wait('w2', 60_000))])
  const { conversation } = tab()
  await conversation.begin()
  await vi.waitFor(() => expect(said(conversation)).toEqual(['Hello', 'Thanks']))
  expect(conversation.state.input?.id).toBe('ask2')
  expect(asked()).toEqual([{ type: 'no-answer', waitId: 'w1', onlyIfOver: true }])
})

test('a page whose clock is wrong waits for as long as the service says', async () => {
  const early = { status: 425, body: {}, headers: { 'retry-after': '40' } }
  const { tab, asked } = await chat([started(wait('w1')), early, answered()])
  const { conversation } = tab()
  await conversation.begin()
  await vi.waitFor(() => expect(said(conversation)).toEqual(['Hello', 'Thanks']))
  expect(asked()).toHaveLength(2)
  expect(pauses).toContain(40_000)
})

test('an answer ends the wait', async () => {
  const { tab, asked } = await chat([started(wait('w1', 400)), answered()])
  const { conversation } = tab()
  await conversation.begin()
  conversation.reply(1, text('Ada'))
  await vi.waitFor(() => expect(said(conversation)).toEqual(['Hello', 'Ada', 'Thanks']))
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(asked()).toEqual([])
})

test('two tabs with one conversation show it once', async () => {
  const first = started({ ...remembering, ...wait('w1', 400) })
  const { tab } = await chat([first, answered(), answered(), answered()])
  const [one, two] = [tab().conversation, tab().conversation]
  await one.begin()
  await two.begin()
  const both = ['Hello', 'Thanks']
  await vi.waitFor(() => expect([said(one), said(two)]).toEqual([both, both]))
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect([said(one), said(two)]).toEqual([both, both])
})

test('a page that opens again shows all that was said meanwhile', async () => {
  const { tab, asked } = await chat([
    started({ ...remembering, ...wait('w1', 60_000) }),
    answered(wait('w2', 60_000)),
    answered(wait('w3', 60_000)),
    { status: 425, body: {}, headers: { 'retry-after': '40' } },
    answered(),
  ])
  const one = tab().conversation
  await one.begin()
  one.close()
  const two = tab().conversation
  await two.begin()
  await vi.waitFor(() => expect(said(two)).toEqual(['Hello', 'Thanks', 'Thanks', 'Thanks']))
  expect(asked()).toHaveLength(4)
})

test('a preview continues without an answer when its author chooses that', async () => {
  const { service, tab, asked } = await chat([started(wait('w1', 30)), answered()], { isPreview: true })
  const { conversation, host } = tab()
  await conversation.begin()
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(service.seen).toHaveLength(1)
  host.noAnswer?.()
  await vi.waitFor(() => expect(said(conversation)).toEqual(['Hello', 'Thanks']))
  expect(asked()).toEqual([{ type: 'no-answer' }])
})
