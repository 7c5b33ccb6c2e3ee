import { isDeepStrictEqual } from 'node:util'
import { blockRegistry } from '@colloquy/blocks'
import type { CompiledFlow, Session } from '@colloquy/engine'
import { baselineOf, type Comparison, type RecordedConversation, type ReplayWorld, replay } from '@colloquy/prove'
import { compileStored, type FlowSource } from '../caches/compile-stored.js'
import type { ReplayInput } from '../replays/replay-job.js'

/** Running chats and the release that they may move to, as plain data for a thread. */
export interface MoveInput extends Pick<ReplayInput, 'releases' | 'budgets' | 'publicUrl'> {
  chats: readonly RunningChat[]
  target: FlowSource
}

export interface RunningChat {
  conversation: RecordedConversation
  /** False if turns are missing, so that it cannot be replayed. */
  isWhole: boolean
  /** The session as JSON text. */
  state: string
}

/** The session on the new release, as JSON text, or the reason why the chat stays. */
export type MoveOutcome = { state: string } | Pick<Comparison, 'class' | 'reason'>

/** Replays running chats on another release. A chat moves only if its visitor has seen the same messages and would be asked the same. */
export function computeMoves({ chats, releases, target, budgets, publicUrl }: MoveInput): MoveOutcome[] {
  const linked = new Map<string, CompiledFlow>(releases.map((release) => [release.id, compileStored(release)]))
  const world = { blocks: blockRegistry, budgets, linked, ...(publicUrl && { publicUrl }) }
  const compiledFlow = compileStored(target)
  return chats.map((chat) => outcomeOf(chat, compiledFlow, world))
}

const unrepeatable = { class: 'unknown', reason: 'unrepeatable' } as const

function outcomeOf(
  { conversation, isWhole, state }: RunningChat,
  target: CompiledFlow,
  world: ReplayWorld,
): MoveOutcome {
  if (!isWhole) return unrepeatable
  const release = world.linked.get(conversation.releaseId)
  if (!release) return { class: 'unknown', reason: 'release' }
  const baseline = baselineOf(conversation, release, world)
  const replayed = replay(baseline, target, world)
  const { class: name, reason } = replayed
  if (name !== 'same') return { class: name, ...(reason && { reason }) }
  // A service would receive a different request, so its answer cannot be proven.
  if (replayed.assumed) return { class: 'unknown', reason: 'effect' }
  const stored = JSON.parse(state) as Session
  const isComplete = replayed.turns.length === conversation.turns.length
  if (!isComplete || !baseline.session || !replayed.session || !isOf(baseline.session, stored)) return unrepeatable
  const { environment, storedBytes } = stored
  return { state: JSON.stringify({ ...replayed.session, environment: outsideExperiments(environment), storedBytes }) }
}

/** Removes the experiment: what a visitor does on another release must not count for their variant. */
function outsideExperiments(environment: Session['environment']): Session['environment'] {
  if (!environment?.experiment) return environment
  const { experiment, ...others } = environment
  return Object.keys(others).length > 0 ? others : undefined
}

/** True if the stored session matches the one that its turns lead to, ignoring what the turn driver adds. */
function isOf(computed: Session, stored: Session): boolean {
  return isDeepStrictEqual(withoutDriver(computed), withoutDriver(stored))
}

function withoutDriver(session: Session): unknown {
  const { environment, storedBytes, ...state } = session
  return JSON.parse(JSON.stringify(state))
}
