import type { BlockContext, Outcome } from '@colloquy/engine'
import { blockExits, type ExitKind, type WithExits } from '@colloquy/flow/blocks'

/** What went wrong in a block: the way out that it wants, and the cause in one word. */
export interface Trouble {
  on: ExitKind
  cause: string
}

/**
 * Where the flow goes on for what went wrong: by the way out for it, else by the one for all failures. A block without an edge
 * there goes on as if nothing had happened. A block that nothing went wrong in clears its cause.
 */
export function leaveBy(block: WithExits, trouble: Trouble | undefined, context: BlockContext): Outcome | undefined {
  const { saveErrorInVariableId } = block
  if (saveErrorInVariableId) context.assign([{ id: saveErrorInVariableId, value: trouble?.cause ?? null }])
  if (!trouble || block.exits === undefined) return undefined
  const edgeId = exitEdge(block, trouble.on) ?? exitEdge(block, 'failure')
  return edgeId === undefined ? undefined : { kind: 'leave', edgeId }
}

/** The edge of the way out for something, if the author has connected one. */
export const exitEdge = (block: WithExits, kind: ExitKind): string | undefined =>
  blockExits(block).find(({ on, outgoingEdgeId }) => on === kind && outgoingEdgeId)?.outgoingEdgeId
