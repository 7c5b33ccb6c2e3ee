import type { ReplyMessage } from '@colloquy/chat'
import { defaultBudgets, type Turn, type TurnEvent } from '@colloquy/engine'
import { type RandomFlow, randomFlow, runsOf } from '@colloquy/flow/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Conversation, programOf, type TestFlow } from './testing/conversation.js'
import { brokenWorld } from './testing/native-outcome.js'

type Event = Omit<TurnEvent, 'now' | 'seed' | 'textFormat'> & object

const texts = fc.constantFrom(
  'a',
  '',
  '0',
  '12',
  '5 apples',
  'two words',
  '+33 6 12 34 56 78',
  'a@example.com',
  'https://example.com/a.png',
  '2026-01-31',
  '10:30',
  'One, Two',
  'x1',
  '{"statusCode":200,"data":{"a":[1]}}',
  '**bold** {{A}}',
  '\ud800',
  'x'.repeat(3000),
)

const message: fc.Arbitrary<ReplyMessage | undefined> = fc.oneof(
  { weight: 6, arbitrary: texts.map((text) => ({ type: 'text' as const, text })) },
  fc.record({
    type: fc.constant('text' as const),
    text: texts,
    metadata: fc.constantFrom({ replyId: 'x1' }, {}),
    attachedFileUrls: fc.array(texts, { maxLength: 2 }),
  }),
  fc.constant({ type: 'audio' as const, url: 'https://example.com/a.mp3' }),
  fc.constantFrom({ type: 'command' as const, command: 'go' }, { type: 'command' as const, command: 'nowhere' }),
  fc.constant(undefined),
)

const start = fc.record(
  {
    kind: fc.constant('start' as const),
    message,
    prefilledVariables: fc.constantFrom({ A: 'pre', List: ['x', 1, null], Nobody: 1 }, { A: null, B: { a: [1] } }),
    startFrom: fc.constantFrom(
      { type: 'group' as const, groupId: 'g1' },
      { type: 'event' as const, eventId: 'event0' },
      { type: 'group' as const, groupId: 'gone' },
    ),
    isOnlyRegistering: fc.boolean(),
  },
  { requiredKeys: ['kind'] },
) as fc.Arbitrary<Event>

const reply = message.map((said): Event => ({ kind: 'reply', message: said }) as Event)

const mode = fc.constantFrom('live' as const, 'preview' as const)

test('any flow, any visitor: each turn ends within its budgets, survives JSON, and is repeated to the byte', () => {
  fc.assert(
    fc.property(
      randomFlow(),
      randomFlow(),
      mode,
      start,
      fc.array(reply, { maxLength: 8 }),
      (flow, linked, runMode, first, replies) => {
        const program = programOf(testFlow(linked), 'linked')
        const events = [first, ...replies]
        const talk = () => new Conversation(testFlow(flow), { mode: runMode, linked: [program], outcomes: brokenWorld })
        const turns = run(talk(), events)
        for (const turn of turns) if (!('refused' in turn)) check(turn)
        expect(JSON.stringify(run(talk(), events))).toBe(JSON.stringify(turns))
      },
    ),
    runsOf(300, process.env),
  )
})

test('in a flow that only goes on, progress never falls', () => {
  fc.assert(
    fc.property(randomFlow({ isForwardOnly: true }), fc.array(reply, { maxLength: 8 }), (flow, replies) => {
      const theme = { ...flow.theme, general: { ...flow.theme.general, progressBar: { isEnabled: true } } }
      const turns = run(new Conversation(testFlow({ ...flow, theme }), { outcomes: brokenWorld }), [
        { kind: 'start' },
        ...replies,
      ])
      let before = 0
      for (const turn of turns) {
        if ('refused' in turn || turn.progress === undefined) continue
        expect(turn.progress).toBeGreaterThanOrEqual(before)
        before = turn.progress
        if (turn.isEnd) break
      }
    }),
    runsOf(300, process.env),
  )
})

/** One turn for each event; the session passes through JSON between them, as in storage. */
function run(talk: Conversation, events: readonly Event[]): ReturnType<Conversation['run']>[] {
  return events.map((event, number) => {
    const turn = talk.run({ ...event, seed: number } as Event)
    if (!('refused' in turn)) talk.session = JSON.parse(JSON.stringify(turn.session))
    return turn
  })
}

function check(turn: Turn): void {
  const { messages, bytes, stateBytes } = defaultBudgets
  // A reply may be asked again, and an answer held back by an event goes on, after a budget is used up.
  expect(turn.messages.length).toBeLessThanOrEqual(messages + 2)
  expect(JSON.stringify(turn.messages.slice(0, -2)).length).toBeLessThanOrEqual(2 * bytes)
  expect(JSON.parse(JSON.stringify(turn.session))).toEqual(turn.session)
  expect(turn.session.frames.length).toBeGreaterThan(0)
  expect(new TextEncoder().encode(JSON.stringify(turn.session)).length).toBeLessThanOrEqual(stateBytes)
  for (const value of turn.session.frames.flatMap(({ variables }) => Object.values(variables)))
    expect(JSON.stringify(value).length).toBeLessThanOrEqual(2 * bytes)
  expect(turn.input === undefined || !turn.isEnd).toBe(true)
  if (turn.progress === undefined) return
  expect(turn.progress).toBeGreaterThan(0)
  expect(turn.progress).toBeLessThanOrEqual(100)
  expect(turn.progress === 100).toBe(turn.isEnd)
}

function testFlow({ events, groups, edges, variables, theme, settings }: RandomFlow): TestFlow {
  const [, ...others] = events
  const targets = edges.map(({ id, to }) => [id, to.blockId === undefined ? to.groupId : `${to.groupId}/${to.blockId}`])
  return { groups, edges: Object.fromEntries(targets), events: others, variables, theme, settings }
}
