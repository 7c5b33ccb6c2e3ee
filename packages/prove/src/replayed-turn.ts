import type { Input, Message } from '@colloquy/chat'
import type { Effects, VariableValue } from '@colloquy/engine'
import type { UnknownReason } from './classes.js'

/** One turn of a replay. */
export interface ReplayedTurn {
  /** Ids of the blocks that were entered, in order. */
  path: readonly string[]
  /** Edges of items that were followed; those of whole blocks and events follow from the path. */
  visitedEdges?: readonly { edgeId: string }[]
  messages: readonly Message[]
  input?: Input
  /** The block that waits for a reply; '' if the next message restarts the flow, undefined if the conversation is over. */
  awaits?: string
  /** True if the reply was not valid for the waiting input. */
  isRejected: boolean
  /** Descriptions of errors, each with its block. */
  errors: readonly string[]
  /** By variable id, one object for each running bot. */
  variables: readonly Readonly<Record<string, VariableValue>>[]
  /** Number of effects with another request than was recorded, which get the recorded outcome of their block. */
  assumed: number
  /** Why the turn could not be completed. */
  stopped?: Stop
}

export type Stop =
  /** The flow has no such block or command, or the client's result does not fit. */
  | { reason: 'refused'; message: string }
  /**
   * An effect has no recorded outcome. `isCut`: the outcome was too large to record. `isReleaseGone`: a linked bot ran then, and its release
   * is not available.
   */
  | { reason: 'effect'; kind: keyof Effects; blockId?: string; isCut: boolean; isReleaseGone?: true }

/** Why the outcome of an effect is unknown. */
export function reasonOf({ isCut, isReleaseGone }: Stop & { reason: 'effect' }): UnknownReason {
  if (isReleaseGone) return 'release'
  return isCut ? 'cut' : 'effect'
}

/**
 * True if a turn said these messages. `said`: the messages as JSON, or a stored answer that begins with them, which is not parsed. Inputs
 * are excluded, because those of payments contain secrets.
 */
export function isSaid(said: string, messages: readonly Message[]): boolean {
  const text = JSON.stringify(messages)
  return said.startsWith(answerBegin) ? said.startsWith(text, answerBegin.length) : said === text
}

const answerBegin = '{"messages":'
