import { blockRegistry } from '@colloquy/blocks'
import { type CompiledFlow, compile, type FlowSource as ParsedSource, type Session, type Turn } from '@colloquy/engine'
import { type Moment, type OtherReply, type RecordedConversation, type ReplayWorld, recordingOf } from '@colloquy/prove'
import { parsedSource } from '../caches/compile-stored.js'
import type { ReplayInput } from '../replays/replay-job.js'

/** One conversation with its releases, as plain data for a thread. */
export interface RecordingInput extends Pick<ReplayInput, 'releases' | 'budgets' | 'publicUrl'> {
  conversation: RecordedConversation
  others: readonly OtherReply[]
}

/** Maximum characters of one value, and of all values of a recording; longer ones are cut. */
const valueCharacters = 2_000
const allCharacters = 4_000_000

/** Computes all turns of a conversation again on its release. Empty if the release no longer exists. */
export function computeRecording(input: RecordingInput): Moment[] {
  const opened = open(input)
  if (!opened) return []
  const { moments } = recordingOf(input.conversation, opened.release, opened.world, { others: input.others })
  let left = allCharacters
  return moments.map((moment) => ({
    ...moment,
    variables: moment.variables.map((variable) => {
      const shown = cut(variable.value, Math.min(valueCharacters, left))
      left -= lengthOf(shown)
      return { ...variable, value: shown }
    }),
  }))
}

/** Computes the last turn up to a place, with the state after it. Undefined if the recording does not reach it. */
export function computeTurn({ until, ...input }: RecordingInput & { until: number }): Turn | undefined {
  const opened = open(input)
  if (!opened) return undefined
  const { others } = input
  const { moments, last } = recordingOf(input.conversation, opened.release, opened.world, { others, until })
  return moments.length === until + 1 ? last : undefined
}

function open({
  conversation,
  releases,
  budgets,
  publicUrl,
}: RecordingInput): { release: CompiledFlow; world: ReplayWorld } | undefined {
  const linked = new Map(releases.map((release) => [release.id, compile(parsedSource(release) as ParsedSource)]))
  const release = linked.get(conversation.releaseId)
  const world = { blocks: blockRegistry, budgets, linked, ...(publicUrl && { publicUrl }) }
  return release && { release, world }
}

type Value = Session['frames'][number]['variables'][string]

const lengthOf = (value: Value): number => (typeof value === 'string' ? value.length : JSON.stringify(value).length)

function cut(value: Value, max: number): Value {
  if (value === null || lengthOf(value) <= max) return value
  return `${(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, Math.max(max, 0))}…`
}
