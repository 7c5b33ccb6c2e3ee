import type { Input, Message } from '@colloquy/chat'
import type { Effects, VariableValue } from '@colloquy/engine'

/** One turn of a replay. */
export interface ReplayedTurn {
  /** Ids of the blocks that were entered, in order. */
  path: readonly string[]
  /** Edges of items that were followed; those of whole blocks and events follow from the path. */
  visitedEdges?: readonly { edgeId: string }[]
  messages: readonly Message[]
  input?: Input
  /** The block that waits for a reply; '' where the next message begins the flow again, undefined when the conversation is over. */
  awaits?: string
  /** The reply did not fit the input that waited. */
  isRejected: boolean
  /** Descriptions of errors, each with its block. */
  errors: readonly string[]
  /** By variable id, one object for each running bot. */
  variables: readonly Readonly<Record<string, VariableValue>>[]
  /** Effects with another request than was recorded, answered with the outcome that their block had then. */
  assumed: number
  /** Why the turn could not be taken to its end. */
  stopped?: Stop
}

export type Stop =
  /** The flow has no such place or command, or the client's result does not fit. */
  | { reason: 'refused'; message: string }
  /** An effect has no recorded outcome. `isCut`: it was too large to keep. */
  | { reason: 'effect'; kind: keyof Effects; blockId?: string; isCut: boolean }

/**
 * Whether a turn said these messages. `said`: they as JSON, or a stored answer that begins with them, which is not parsed. Inputs are left
 * out: those of payments hold secrets.
 */
export function isSaid(said: string, messages: readonly Message[]): boolean {
  const text = JSON.stringify(messages)
  return said.startsWith(answerBegin) ? said.startsWith(text, answerBegin.length) : said === text
}

const answerBegin = '{"messages":'
