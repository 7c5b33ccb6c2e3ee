import { blockRegistry } from '@colloquy/blocks'
import {
  compiledFlowOf,
  documentOf,
  failedOutcome,
  nativeOutcome,
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
  if (effect.kind === 'program') return { kind: 'program', compiledFlow: undefined }
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
      const compiledFlow = compiledFlowOf(testFlow(flow))
      const held = recordEvents(compiledFlow, replies, perform)
      const draft = draftOf(testFlow(flow))
      const { turns, session: _, ...found } = replay(baselineOf(held, compiledFlow, world), draft, world)
      expect(found).toEqual({ class: 'same' })
      expect(turns).toHaveLength(held.turns.length)
      expectSameOfChanges(held, compiledFlow, draft)
    }),
    runsOf(60, process.env),
  )
})

/** A flow of blocks of all types, what may become of it, another bot that it links to, and a visitor of it. */
const anyChange = fc.record({
  flow: randomFlow(),
  other: randomFlow(),
  linked: randomFlow(),
  replies: fc.array(randomReply, { minLength: 1, maxLength: 6 }),
  kind: fc.constantFrom('group', 'block', 'lostBlock', 'lostGroup', 'order', 'edge', 'variables', 'settings'),
  position: fc.nat(3),
})
type AnyChange = typeof anyChange extends fc.Arbitrary<infer One> ? One : never

function changedBy({ flow, other, kind, position }: AnyChange): typeof flow {
  const draft = structuredClone(flow)
  const at = position % Math.max(1, draft.groups.length)
  const [group, given] = [draft.groups[at], other.groups[at]]
  if (kind === 'group' && group && given) group.blocks = given.blocks.map((one) => ({ ...one, id: `new-${one.id}` }))
  if (kind === 'block' && group?.blocks[0] && given?.blocks[0])
    group.blocks[0] = { ...given.blocks[0], id: group.blocks[0].id }
  if (kind === 'lostBlock') group?.blocks.shift()
  if (kind === 'lostGroup') draft.groups.splice(at, 1)
  if (kind === 'order') draft.groups.reverse()
  if (kind === 'edge' && draft.edges[position] && other.edges[position])
    draft.edges[position] = { ...draft.edges[position], to: other.edges[position].to }
  if (kind === 'variables')
    draft.variables = draft.variables.map((one, index) => (index === at ? { ...one, name: 'X' } : one))
  if (kind === 'settings') draft.settings = other.settings
  return draft
}

/** True if no turn of either version had an effect or was refused: the brute-force comparison has no answers. */
function isPlain({ turns }: RecordedConversation, replayed: ReturnType<typeof replay>['turns']): boolean {
  return turns.every(({ record }) => !record.effects) && replayed.every(({ turn }) => !turn.stopped)
}

/** True if the brute-force comparison notices each block that is entered: it wraps known types, which events may show again. */
const areTraced = ({ groups, events }: CompiledFlow): boolean =>
  events.length === 1 && groups.every(({ blocks }) => blocks.every(({ type }) => blockRegistry.has(type)))

test('Any change of a flow with blocks of all types and a linked bot compares alike by reached turns, by all turns and by brute force', () => {
  fc.assert(
    fc.property(anyChange, (given) => {
      const linked = compile({
        ...documentOf(testFlow(given.linked)),
        id: 'linked',
        botId: 'bot-linked',
        workspaceId: 'workspace',
      })
      const within = { ...world, linked: new Map([[linked.id, linked]]) }
      const compiledFlow = compiledFlowOf(testFlow(given.flow))
      const held = recordEvents(compiledFlow, given.replies, (effect) =>
        effect.kind === 'program' ? { kind: 'program', compiledFlow: linked } : perform(effect),
      )
      const draft = draftOf(testFlow(changedBy(given)))
      const all = replay(baselineOf(held, compiledFlow, within), draft, within)
      const baseline = baselineOf(held, trackFlow(compiledFlow), within)
      const some = replayChanges(baseline, draft, within, changesBetween(compiledFlow, draft))
      expect({ ...some, session: undefined }).toEqual({ ...all, session: undefined })
      if (isPlain(held, all.turns) && areTraced(compiledFlow) && areTraced(draft))
        expect(all.class).toBe(bruteForce(compiledFlow, draft, held))
    }),
    { ...runsOf(150, process.env), seed: 3 },
  )
})

test('200 changed flows compare as a brute-force comparison says, in every class that it knows', () => {
  const found = new Set<string>()
  fc.assert(
    fc.property(flowAndReplies, changedFlow, ({ flow, replies }: FlowAndReplies, change) => {
      const [release, draft] = [compiledFlowOf(flow), draftOf(change(flow))]
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
