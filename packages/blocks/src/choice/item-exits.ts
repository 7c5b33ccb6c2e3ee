/** Edges of the items, if they are used, and the block's own one last. */
export function itemExits(block: { outgoingEdgeId?: string }, items: readonly { outgoingEdgeId?: string }[]): string[] {
  return [...items, block].flatMap(({ outgoingEdgeId }) => outgoingEdgeId ?? [])
}
