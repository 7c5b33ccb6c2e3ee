import { blockExits } from '@colloquy/flow/blocks'

/** Edges of the items, if they are used, and of the exits, followed by the block's own edge. */
export function itemExits(
  block: { outgoingEdgeId?: string; exits?: unknown },
  items: readonly { outgoingEdgeId?: string }[],
): string[] {
  return [...items, ...blockExits(block), block].flatMap(({ outgoingEdgeId }) => outgoingEdgeId ?? [])
}
