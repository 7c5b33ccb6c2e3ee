import { defaultBudgets, type Turn } from '@colloquy/engine'
import { randomFlow, runsOf } from '@colloquy/flow/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Conversation, compiledFlowOf } from './testing/conversation.js'
import { failedOutcome } from './testing/native-outcome.js'
import { randomReply, randomStart, testFlow, type VisitorEvent } from './testing/random-visitor.js'

const mode = fc.constantFrom('live' as const, 'preview' as const)

test('any flow, any visitor: each turn ends within its budgets, survives JSON, and is repeated to the byte however often it pauses', () => {
  fc.assert(
    fc.property(
      randomFlow(),
      randomFlow(),
      mode,
      randomStart,
      fc.array(randomReply, { maxLength: 8 }),
      (flow, linked, runMode, first, replies) => {
        const compiledFlow = compiledFlowOf(testFlow(linked), 'linked')
        const events = [first, ...replies]
        const talk = (pauses: boolean) =>
          new Conversation(testFlow(flow), { mode: runMode, linked: [compiledFlow], outcomes: failedOutcome, pauses })
        const turns = run(talk(false), events)
        for (const turn of turns) if (!('refused' in turn)) check(turn)
        expect(JSON.stringify(run(talk(true), events))).toBe(JSON.stringify(turns))
      },
    ),
    runsOf(300, process.env),
  )
})

test('in a flow that only continues, progress never falls', () => {
  fc.assert(
    fc.property(randomFlow({ isForwardOnly: true }), fc.array(randomReply, { maxLength: 8 }), (flow, replies) => {
      const theme = { ...flow.theme, general: { ...flow.theme.general, progressBar: { isEnabled: true } } }
      const turns = run(new Conversation(testFlow({ ...flow, theme }), { outcomes: failedOutcome }), [
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

/** Runs one turn for each event; the session passes through JSON between them, as in storage. */
function run(talk: Conversation, events: readonly VisitorEvent[]): ReturnType<Conversation['run']>[] {
  return events.map((event, number) => {
    const turn = talk.run({ ...event, seed: number } as VisitorEvent)
    if (!('refused' in turn)) talk.session = JSON.parse(JSON.stringify(turn.session))
    return turn
  })
}

function check(turn: Turn): void {
  const { messages, bytes, stateBytes } = defaultBudgets
  // Even after a budget is used up, a question may be repeated, and an answer held back by an event continues.
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
