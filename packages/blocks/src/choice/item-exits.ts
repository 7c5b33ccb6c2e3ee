/** Edges of the items, if they are used, followed by the block's own edge. */
export function itemExits(block: { outgoingEdgeId?: string }, items: readonly { outgoingEdgeId?: string }[]): string[] {
  return [...items, block].flatMap(({ outgoingEdgeId }) => outgoingEdgeId ?? [])
}
