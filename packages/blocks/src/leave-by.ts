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
  const exits = blockExits(block)
  const edgeOf = (kind: ExitKind) =>
    exits.find(({ on, outgoingEdgeId }) => on === kind && outgoingEdgeId)?.outgoingEdgeId
  const edgeId = edgeOf(trouble.on) ?? edgeOf('failure')
  return edgeId === undefined ? undefined : { kind: 'leave', edgeId }
}
