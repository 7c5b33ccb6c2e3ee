import type { Block } from './blocks-schema/block.js'

/** An answer or a branch of a block: a row with its own exit. */
export interface Item {
  id: string
  outgoingEdgeId?: string
  paths?: { id: string; text?: string; outgoingEdgeId?: string }[]
  [key: string]: unknown
}

/** Items of a block; none if its type has none. */
export const itemsOf = (block: Block): Item[] => {
  const items = (block as { items?: unknown }).items
  return Array.isArray(items) ? (items as Item[]) : []
}
