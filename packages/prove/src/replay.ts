import type { CompiledFlow, ContactValues, SaidTurn, Session } from '@colloquy/engine'
import { type Comparison, isMoreSerious, type UnknownReason } from './classes.js'
import { compareTurns } from './compare-turns.js'
import type { RecordedConversation, RecordedTurn } from './conversation.js'
import type { EffectOwners } from './effect-answers.js'
import { isSaid, type ReplayedTurn, reasonOf, type Stop } from './replayed-turn.js'
import type { CompiledFlowChanges, Lookups, TrackedFlow } from './tracked-flow.js'
import { type ReplayWorld, Visitor } from './visitor.js'

/** A conversation replayed on its own release. It is computed once and compared with any number of drafts. */
export interface Baseline {
  conversation: RecordedConversation
  release: CompiledFlow
  turns: readonly ReplayedTurn[]
  owners: readonly EffectOwners[]
  /** For each turn, the contact before it. */
  contacts: readonly ContactValues[]
  /** For each turn, the ids it looked up and its outcome; only if the release is tracked. */
  steps?: readonly Step[]
  /** The state after the last turn here; absent if no turn could be performed. */
  session?: Session
  /** Why it cannot be compared from the turn after the last one here. */
  reason?: Comparison['reason']
}

interface Step {
  lookups: Lookups
  /** True if the turn depends on more than its state and its lookups: on earlier messages, or on another bot. */
  readsBeyond: boolean
  /** State after the turn. */
  session: Session
  said: SaidTurn
  /** Contact after the turn. */
  contact: ContactValues
}

/** Replays a conversation on the release that it was held with. If the release is tracked, `replayChanges` can skip unchanged turns. */
export function baselineOf(
  conversation: RecordedConversation,
  flowOrTracked: CompiledFlow | TrackedFlow,
  world: ReplayWorld,
): Baseline {
  const tracked = 'takeLookups' in flowOrTracked ? flowOrTracked : undefined
  const release = tracked?.compiledFlow ?? (flowOrTracked as CompiledFlow)
  const turns: ReplayedTurn[] = []
  const owners: EffectOwners[] = []
  const contacts: ContactValues[] = []
  const steps: Step[] = []
  let readsBeyond = false
  const none = { conversation, release, turns, owners, contacts, ...(tracked && { steps }) }
  if (conversation.isUnknown) return { ...none, reason: conversation.isUnknown }
  const visitor = new Visitor(release, conversation, world)
  tracked?.takeLookups()
  const baseline = (reason?: Baseline['reason']) => ({ ...none, session: visitor.session, reason })
  for (const recorded of conversation.turns) {
    const { contact } = visitor
    const taken = visitor.take(recorded, undefined)
    const { stopped } = taken.turn
    if (stopped) return baseline(reasonOfRelease(stopped))
    if (recorded.said !== undefined && !isSaid(recorded.said, taken.turn.messages)) return baseline('unrepeatable')
    turns.push(taken.turn)
    owners.push(taken.owners)
    contacts.push(contact)
    if (!tracked) continue
    // Another bot may be this one, and lookups in it are not recorded.
    readsBeyond ||= taken.readsBeyond
    const said = visitor.said.at(-1) as SaidTurn
    const { session, contact: after } = visitor
    steps.push({ lookups: tracked.takeLookups(), readsBeyond, session, said, contact: after })
  }
  return baseline()
}

/** Why a turn stops on the release that it was held with. An effect that was not recorded there shows that the release says something else. */
function reasonOfRelease(stopped: Stop): UnknownReason {
  const reason = stopped.reason === 'effect' ? reasonOf(stopped) : 'effect'
  return reason === 'effect' ? 'unrepeatable' : reason
}

/** A conversation on the draft: turns by their index in the recording. A turn that the draft did not need is absent. */
export interface Replayed extends Comparison {
  turns: readonly { position: number; turn: ReplayedTurn; comparison: Comparison }[]
  /** The state after the last turn; absent if no turn could be performed. */
  session?: Session
}

/**
 * Replays a conversation on a draft and compares it with its baseline. If the draft waits at a block that was reached later in the
 * recording, the replies in between are skipped; the replay ends when no recorded reply fits any more.
 */
export function replay(baseline: Baseline, draft: CompiledFlow, world: ReplayWorld): Replayed {
  const visitor = new Visitor(draft, baseline.conversation, world)
  const take: Take = (position, recorded) =>
    visitor.take(recorded, baseline.owners[position] ?? [], baseline.contacts[position]).turn
  return { ...walk(baseline, draft, take), session: visitor.session }
}

/** Performs the turn with this index in the recording on the draft. */
type Take = (position: number, recorded: RecordedTurn) => ReplayedTurn

function walk(baseline: Baseline, draft: CompiledFlow, take: Take): Omit<Replayed, 'session'> {
  const { conversation, release, reason } = baseline
  const turns: Replayed['turns'][number][] = []
  let worst: Comparison = { class: 'same' }
  let assumed = 0
  let position = 0
  const replayed = () => ({ ...worst, ...(assumed > 0 && { assumed }), turns })
  while (position < baseline.turns.length) {
    const recorded = conversation.turns[position]
    const before = baseline.turns[position]
    if (!recorded || !before) break
    const waited = turns.at(-1)?.turn.awaits
    const turn = take(position, recorded)
    const comparison = turn === before ? same : compareTurns(before, turn, { release, draft, waited })
    turns.push({ position, turn, comparison })
    if (turn !== before) assumed += turn.assumed
    if (isMoreSerious(comparison.class, worst.class)) worst = { ...comparison, turn: position }
    const next = turn.stopped ? undefined : nextPosition(baseline.turns, position, turn)
    if (next === undefined) return replayed()
    position = next
  }
  if (reason && isMoreSerious('unknown', worst.class)) worst = { class: 'unknown', reason, turn: position }
  return replayed()
}

const same: Comparison = { class: 'same' }

/**
 * Faster than `replay` with the same result, except for the last state: a turn is only performed if the draft differs in something that the
 * turn looked up on its release, or if the visitor's state differs from the baseline. Before that, and once the two states are the same
 * again, the engine would do the same.
 */
export function replayChanges(
  baseline: Baseline,
  draft: CompiledFlow,
  world: ReplayWorld,
  changes: CompiledFlowChanges,
): Omit<Replayed, 'session'> {
  const { steps, release } = baseline
  if (!steps || changes.isEverywhere) return replay(baseline, draft, world)
  let visitor: Visitor | undefined
  /** True if the visitor's state equals that of the release. */
  let isInStep = true
  /** Index of the turn before which the visitor is. */
  let ledTo = 0
  const take: Take = (position, recorded) => {
    const [step, before] = [steps[position], baseline.turns[position]]
    if (isInStep && step && before && !step.readsBeyond && !changes.touch(step.lookups)) return before
    visitor ??= new Visitor(draft, baseline.conversation, world)
    if (isInStep && ledTo < position) {
      const last = steps[position - 1] as Step
      const session = onCompiledFlow(last.session, release.id, draft.id)
      visitor.standAt(session, [...visitor.said, ...steps.slice(ledTo, position).map(({ said }) => said)], last.contact)
    }
    ledTo = position + 1
    const { turn } = visitor.take(recorded, baseline.owners[position] ?? [], baseline.contacts[position])
    isInStep =
      !turn.stopped &&
      step !== undefined &&
      isSameState(step.session, visitor.session, release.id, draft.id) &&
      isSameInOrder(step.contact, visitor.contact)
    return turn
  }
  return walk(baseline, draft, take)
}

/** A session of one compiled flow, transferred to another. */
function onCompiledFlow(session: Session, from: string, to: string): Session {
  const frames = session.frames.map((frame) => (frame.programId === from ? { ...frame, programId: to } : frame))
  return { ...session, frames }
}

function isSameState(one: Session, other: Session, from: string, to: string): boolean {
  return isSameInOrder(onCompiledFlow(one, from, to), other)
}

/** The order of keys counts as well: variables are listed in the order in which they were written. */
function isSameInOrder(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const [keys, otherKeys] = [Object.keys(one), Object.keys(other)]
  return (
    keys.length === otherKeys.length &&
    keys.every((key, at) => key === otherKeys[at] && isSameInOrder(one[key as never], other[key as never]))
  )
}

/** Index of the next recorded reply to the block at which the draft waits; undefined if there is none. */
function nextPosition(before: readonly ReplayedTurn[], position: number, { awaits }: ReplayedTurn): number | undefined {
  if (awaits === undefined) return undefined
  for (let at = position; at < before.length; at++) if (before[at]?.awaits === awaits) return at + 1
  return undefined
}
