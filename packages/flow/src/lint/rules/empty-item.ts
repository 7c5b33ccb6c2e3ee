import { definitionOf } from '../../blocks/registry.js'
import type { Block } from '../../blocks-schema/block.js'
import { itemsOf } from '../../items.js'
import type { Rule } from '../rule.js'

export const emptyItem: Rule = {
  id: 'empty-item',
  severity: 'warning',
  summary: 'An item to choose has nothing to show',
  *find({ blocks }) {
    for (const { block, location } of blocks) {
      for (const [i, item] of shownItems(block).entries()) {
        if (item.shows.some(Boolean)) continue
        yield {
          location: { ...location, itemId: item.id, path: `${location.path}.items.${i}` },
          message: 'This item shows nothing and cannot be chosen by its text: write one, or remove the item.',
        }
      }
    }
  },
}

/** Visible contents of each item; empty for blocks that create their items at run time. */
const shownItems = (block: Block): { id: string; shows: unknown[] }[] => {
  const definition = definitionOf(block.type)
  const keys = definition?.items?.shownBy
  if (!keys || definition?.makesItems?.(block)) return []
  return itemsOf(block).map((item) => {
    const values: Readonly<Record<string, unknown>> = { ...item }
    return { id: item.id, shows: keys.map((key) => trimmed(values[key])) }
  })
}

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value)
