import type { BlockContext, Outcome } from '@colloquy/engine'
import { blockExits, type ExitKind, type WithExits } from '@colloquy/flow/blocks'

/** A failure in a block: the exit for it, and its cause in one word. */
export interface BlockFailure {
  on: ExitKind
  cause: string
}

/**
 * Returns the outcome for a failure: the block is left by the exit for it, else by the one for all failures. If neither has an edge, the
 * flow continues as if nothing had happened. Without a failure, the stored cause is cleared.
 */
export function leaveBy(
  block: WithExits,
  trouble: BlockFailure | undefined,
  context: BlockContext,
): Outcome | undefined {
  const { saveErrorInVariableId } = block
  if (saveErrorInVariableId) context.assign([{ id: saveErrorInVariableId, value: trouble?.cause ?? null }])
  if (!trouble || block.exits === undefined) return undefined
  const edgeId = exitEdge(block, trouble.on) ?? exitEdge(block, 'failure')
  return edgeId === undefined ? undefined : { kind: 'leave', edgeId }
}

/** The edge of an exit, if the author has connected it. */
export const exitEdge = (block: WithExits, kind: ExitKind): string | undefined =>
  blockExits(block).find(({ on, outgoingEdgeId }) => on === kind && outgoingEdgeId)?.outgoingEdgeId
