import {
  type CompiledFlow,
  type SaidTurn,
  type TranscriptEntry,
  transcriptOf,
  type VariableValue,
} from '@colloquy/engine'
import type { Comparison } from './classes.js'
import { noteVisited, nothingVisited } from './flow-tests/coverage.js'
import type { Baseline, Replayed } from './replay.js'
import type { ReplayedTurn } from './replayed-turn.js'
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
  /** Variables of the bot whose values differ after this turn, and did not differ in the same way before. */
  values?: ValuePair[]
}

/** A value in both versions as text; empty if it is not set. */
export interface ValuePair {
  id: string
  name: string
  before: string
  after: string
}

/** Both versions of a conversation, turn by turn. The turns of the draft end where nothing recorded fits any more. */
export function sideBySide(
  { conversation, release, turns }: Baseline,
  replayed: Pick<Replayed, 'turns'>,
  draft: CompiledFlow,
): TurnPair[] {
  const byPosition = new Map(replayed.turns.map((one, index) => [one.position, { ...one, index }]))
  const seen = new Map<string, string>()
  return turns.map((before, position): TurnPair => {
    const after = byPosition.get(position)
    const record = conversation.turns[position]?.record
    const [reply] = transcriptOf([{ message: record?.message, messages: [] }])
    return {
      ...(reply && { reply }),
      before: versionOf(before, { compiledFlow: release, record, previous: turns[position - 1] }),
      ...(after && {
        after: versionOf(after.turn, { compiledFlow: draft, record, previous: replayed.turns[after.index - 1]?.turn }),
      }),
      ...(after && valuesOf(before, after.turn, { release, draft, seen })),
      comparison: after?.comparison ?? { class: 'unasked', ...awaitedBefore(turns, position) },
    }
  })
}

/** The pairs of values that differ and are not in `seen`, to which they are added. */
function valuesOf(
  before: ReplayedTurn,
  after: ReplayedTurn,
  { release, draft, seen }: { release: CompiledFlow; draft: CompiledFlow; seen: Map<string, string> },
): { values?: ValuePair[] } {
  if (before === after) return {}
  // Linked bots precede the bot itself.
  const [one, other] = [before.variables.at(-1) ?? {}, after.variables.at(-1) ?? {}]
  const values: ValuePair[] = []
  for (const id of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const pair = [textOf(one[id]), textOf(other[id])] as const
    const key = pair[0] === pair[1] ? '' : JSON.stringify(pair)
    const name = (draft.variableById.get(id) ?? release.variableById.get(id))?.name
    if (key !== (seen.get(id) ?? '') && key !== '' && name !== undefined)
      values.push({ id, name, before: pair[0], after: pair[1] })
    seen.set(id, key)
  }
  return values.length > 0 ? { values } : {}
}

/** At most this many characters of a value are compared and shown. */
const valueCharacters = 500

const textOf = (value: VariableValue | undefined): string =>
  (typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value)).slice(0, valueCharacters)

function awaitedBefore(turns: readonly ReplayedTurn[], position: number): { blockId?: string } {
  const awaits = turns[position - 1]?.awaits
  return awaits ? { blockId: awaits } : {}
}

interface Setting {
  compiledFlow: CompiledFlow
  record: TurnRecord | undefined
  /** The turn before, of the same version. */
  previous: ReplayedTurn | undefined
}

function versionOf(turn: ReplayedTurn, { compiledFlow, record, previous }: Setting): TurnVersion {
  const { path, messages, awaits, visitedEdges = [] } = turn
  const said: SaidTurn = { messages }
  const visited = nothingVisited()
  const startFrom = record?.start?.startFrom
  noteVisited(visited, compiledFlow, {
    path,
    edgeIds: visitedEdges.map(({ edgeId }) => edgeId),
    waited: previous?.awaits || undefined,
    isStart: !previous && startFrom?.type !== 'group',
    startEventId: startFrom?.type === 'event' ? startFrom.eventId : undefined,
  })
  return { path, edges: [...visited.edges], entries: transcriptOf([said]), ...(awaits && { awaits }) }
}
