import { type SaidTurn, type TranscriptEntry, transcriptOf } from '@colloquy/engine'
import type { Comparison } from './classes.js'
import type { Baseline, Replayed } from './replay.js'
import type { ReplayedTurn } from './replayed-turn.js'

/** One version of a turn. */
export interface TurnVersion {
  /** Ids of the blocks that were entered, in order. */
  path: readonly string[]
  entries: TranscriptEntry[]
  /** The block that waits for a reply. */
  awaits?: string
}

/** One turn on the release and on the draft. A reply that the draft did not need has no `after`. */
export interface TurnPair {
  reply?: TranscriptEntry
  before: TurnVersion
  after?: TurnVersion
  comparison: Comparison
}

/** Both versions of a conversation, turn by turn. The turns of the draft end where nothing recorded fits any more. */
export function sideBySide({ conversation, turns }: Baseline, replayed: Replayed): TurnPair[] {
  const byPlace = new Map(replayed.turns.map((one) => [one.place, one]))
  return turns.map((before, place): TurnPair => {
    const after = byPlace.get(place)
    const message = conversation.turns[place]?.record.message
    const [reply] = transcriptOf([{ message, messages: [] }])
    return {
      ...(reply && { reply }),
      before: versionOf(before),
      ...(after && { after: versionOf(after.turn) }),
      comparison: after?.comparison ?? { class: 'unasked', ...awaitedBefore(turns, place) },
    }
  })
}

function awaitedBefore(turns: readonly ReplayedTurn[], place: number): { blockId?: string } {
  const awaits = turns[place - 1]?.awaits
  return awaits ? { blockId: awaits } : {}
}

function versionOf({ path, messages, awaits }: ReplayedTurn): TurnVersion {
  const said: SaidTurn = { messages }
  return { path, entries: transcriptOf([said]), ...(awaits && { awaits }) }
}
