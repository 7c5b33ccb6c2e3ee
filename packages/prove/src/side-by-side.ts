import { type CompiledFlow, type SaidTurn, type TranscriptEntry, transcriptOf } from '@colloquy/engine'
import type { Comparison } from './classes.js'
import type { Baseline, Replayed } from './replay.js'
import type { ReplayedTurn } from './replayed-turn.js'
import { noteVisited, nothingVisited } from './tests/coverage.js'
import type { TurnRecord } from './turn-record.js'

/** One version of a turn. */
export interface TurnVersion {
  /** Ids of the blocks that were entered, in order. */
  path: readonly string[]
  /** Ids of the edges that were followed. */
  edges: string[]
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
export function sideBySide(
  { conversation, release, turns }: Baseline,
  replayed: Pick<Replayed, 'turns'>,
  draft: CompiledFlow,
): TurnPair[] {
  const byPlace = new Map(replayed.turns.map((one, index) => [one.place, { ...one, index }]))
  return turns.map((before, place): TurnPair => {
    const after = byPlace.get(place)
    const record = conversation.turns[place]?.record
    const [reply] = transcriptOf([{ message: record?.message, messages: [] }])
    return {
      ...(reply && { reply }),
      before: versionOf(before, { program: release, record, previous: turns[place - 1] }),
      ...(after && {
        after: versionOf(after.turn, { program: draft, record, previous: replayed.turns[after.index - 1]?.turn }),
      }),
      comparison: after?.comparison ?? { class: 'unasked', ...awaitedBefore(turns, place) },
    }
  })
}

function awaitedBefore(turns: readonly ReplayedTurn[], place: number): { blockId?: string } {
  const awaits = turns[place - 1]?.awaits
  return awaits ? { blockId: awaits } : {}
}

interface Setting {
  program: CompiledFlow
  record: TurnRecord | undefined
  /** The turn before, of the same version. */
  previous: ReplayedTurn | undefined
}

function versionOf(turn: ReplayedTurn, { program, record, previous }: Setting): TurnVersion {
  const { path, messages, awaits, visitedEdges = [] } = turn
  const said: SaidTurn = { messages }
  const visited = nothingVisited()
  const startFrom = record?.start?.startFrom
  noteVisited(visited, program, {
    path,
    edgeIds: visitedEdges.map(({ edgeId }) => edgeId),
    waited: previous?.awaits || undefined,
    isStart: !previous && startFrom?.type !== 'group',
    startEventId: startFrom?.type === 'event' ? startFrom.eventId : undefined,
  })
  return { path, edges: [...visited.edges], entries: transcriptOf([said]), ...(awaits && { awaits }) }
}
