import { blockExits as waysOut } from '@colloquy/flow/blocks'

/** Ids of the edges that leave a block: first those of its items, their paths and its exits, last the block's own edge. */
export function blockExits(block: { outgoingEdgeId?: string; items?: unknown; exits?: unknown }): string[] {
  const exits: string[] = []
  const add = (part: unknown) => {
    const edgeId = (part as { outgoingEdgeId?: unknown } | null)?.outgoingEdgeId
    if (typeof edgeId === 'string' && edgeId !== '') exits.push(edgeId)
  }
  for (const item of Array.isArray(block.items) ? block.items : []) {
    add(item)
    const paths = (item as { paths?: unknown } | null)?.paths
    for (const path of Array.isArray(paths) ? paths : []) add(path)
  }
  for (const exit of waysOut(block)) add(exit)
  add(block)
  return [...new Set(exits)]
}
