import {
  documentOf,
  failedOutcome,
  nativeOutcome,
  programOf,
  randomReply,
  type TestFlow,
  testFlow,
} from '@colloquy/blocks/testing'
import { type CompiledFlow, compile, type Effect, type EffectOutcome } from '@colloquy/engine'
import { randomFlow, runsOf } from '@colloquy/flow/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  baselineOf,
  changesBetween,
  type RecordedConversation,
  replay,
  replayChanges,
  replayClasses,
  trackFlow,
} from './index.js'
import { bruteForce } from './testing/brute-force.js'
import { changedFlow, type FlowAndReplies, flowAndReplies } from './testing/random-change.js'
import { record, recordEvents, world } from './testing/record.js'

const perform = (effect: Effect): EffectOutcome => {
  if (effect.kind === 'program') return { kind: 'program', program: undefined }
  return nativeOutcome(effect) ?? (failedOutcome(effect) as EffectOutcome)
}

const draftOf = (flow: TestFlow): CompiledFlow =>
  compile({ ...documentOf(flow), id: 'draft', botId: 'bot-release', workspaceId: 'workspace' })

/** Taking only the turns that a change can reach comes to the same, turn by turn, as taking all of them. */
function expectSameOfChanges(held: RecordedConversation, release: CompiledFlow, draft: CompiledFlow): void {
  const baseline = baselineOf(held, trackFlow(release), world)
  const { session: _, ...all } = replay(baselineOf(held, release, world), draft, world)
  expect(replayChanges(baseline, draft, world, changesBetween(release, draft))).toEqual(all)
}

test('Any conversation with any flow stays the same where nothing changed', () => {
  fc.assert(
    fc.property(randomFlow(), fc.array(randomReply, { maxLength: 6 }), (flow, replies) => {
      const program = programOf(testFlow(flow))
      const held = recordEvents(program, replies, perform)
      const draft = draftOf(testFlow(flow))
      const { turns, session: _, ...found } = replay(baselineOf(held, program, world), draft, world)
      expect(found).toEqual({ class: 'same' })
      expect(turns).toHaveLength(held.turns.length)
      expectSameOfChanges(held, program, draft)
    }),
    runsOf(60, process.env),
  )
})

test('200 changed flows compare as a brute-force comparison says, in every class that it knows', () => {
  const found = new Set<string>()
  fc.assert(
    fc.property(flowAndReplies, changedFlow, ({ flow, replies }: FlowAndReplies, change) => {
      const [release, draft] = [programOf(flow), draftOf(change(flow))]
      const held = record(release, replies)
      const { class: name } = replay(baselineOf(held, release, world), draft, world)
      found.add(name)
      expect(name).toBe(bruteForce(release, draft, held))
      expectSameOfChanges(held, release, draft)
    }),
    { ...runsOf(200, process.env), seed: 1 },
  )
  expect([...found].sort()).toEqual(replayClasses.filter((name) => name !== 'unknown' && name !== 'failed').sort())
})
