import type { Program, Session } from '@colloquy/engine'
import { type Comparison, isMoreSerious } from './classes.js'
import { compareTurns } from './compare-turns.js'
import type { RecordedConversation } from './conversation.js'
import type { EffectOwners } from './effect-answers.js'
import { type ReplayedTurn, saidDigest } from './replayed-turn.js'
import { type ReplayWorld, Visitor } from './visitor.js'

/** A conversation on its own release. It is made once and compared with any number of drafts. */
export interface Baseline {
  conversation: RecordedConversation
  release: Program
  turns: readonly ReplayedTurn[]
  owners: readonly EffectOwners[]
  /** The state after the last turn here; absent where none could be taken. */
  session?: Session
  /** Why it cannot be compared from the turn after the last one here. */
  reason?: Comparison['reason']
}

/** Replays a conversation on the release that it was held with. */
export function baselineOf(conversation: RecordedConversation, release: Program, world: ReplayWorld): Baseline {
  const turns: ReplayedTurn[] = []
  const owners: EffectOwners[] = []
  const none = { conversation, release, turns, owners }
  if (conversation.isUnknown) return { ...none, reason: conversation.isUnknown }
  const visitor = new Visitor(release, conversation, world)
  const baseline = (reason?: Baseline['reason']) => ({ ...none, session: visitor.session, reason })
  for (const recorded of conversation.turns) {
    const taken = visitor.take(recorded, undefined)
    const { stopped } = taken.turn
    if (stopped) return baseline(stopped.reason === 'effect' && stopped.isCut ? 'cut' : 'unrepeatable')
    if (recorded.said !== undefined && saidDigest(taken.turn.messages) !== recorded.said)
      return baseline('unrepeatable')
    turns.push(taken.turn)
    owners.push(taken.owners)
  }
  return baseline()
}

/** A conversation on the draft: turns by their place in the recording. A turn that the draft did not need is absent. */
export interface Replayed extends Comparison {
  turns: readonly { place: number; turn: ReplayedTurn; comparison: Comparison }[]
  /** The state after the last turn; absent where none could be taken. */
  session?: Session
}

/**
 * Replays a conversation on a draft and compares it with its baseline. Where the draft waits at a block that came up later, the replies in
 * between are left out; where nothing that was recorded fits any more, the replay ends.
 */
export function replay(baseline: Baseline, draft: Program, world: ReplayWorld): Replayed {
  const { conversation, release, reason } = baseline
  const turns: Replayed['turns'][number][] = []
  const visitor = new Visitor(draft, conversation, world)
  let worst: Comparison = { class: 'same' }
  let assumed = 0
  let place = 0
  while (place < baseline.turns.length) {
    const recorded = conversation.turns[place]
    const before = baseline.turns[place]
    if (!recorded || !before) break
    const waited = turns.at(-1)?.turn.awaits
    const { turn } = visitor.take(recorded, baseline.owners[place] ?? [])
    const comparison = compareTurns(before, turn, { release, draft, waited })
    turns.push({ place, turn, comparison })
    assumed += turn.assumed
    if (isMoreSerious(comparison.class, worst.class)) worst = { ...comparison, turn: place }
    const next = turn.stopped ? undefined : nextPlace(baseline.turns, place, turn)
    if (next === undefined) return { ...worst, ...(assumed > 0 && { assumed }), turns, session: visitor.session }
    place = next
  }
  if (reason && isMoreSerious('unknown', worst.class)) worst = { class: 'unknown', reason, turn: place }
  return { ...worst, ...(assumed > 0 && { assumed }), turns, session: visitor.session }
}

/** The next reply that was given to what the draft waits for; undefined where none was. */
function nextPlace(before: readonly ReplayedTurn[], place: number, { awaits }: ReplayedTurn): number | undefined {
  if (awaits === undefined) return undefined
  for (let at = place; at < before.length; at++) if (before[at]?.awaits === awaits) return at + 1
  return undefined
}
