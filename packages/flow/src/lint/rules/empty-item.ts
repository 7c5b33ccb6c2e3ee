import type { Block } from '../../blocks-schema/block.js'
import type { Rule } from '../rule.js'

export const emptyItem: Rule = {
  id: 'empty-item',
  severity: 'warning',
  summary: 'An item to choose has nothing to show',
  *find({ blocks }) {
    for (const { block, place } of blocks) {
      for (const [i, item] of shownItems(block).entries()) {
        if (item.shows.some(Boolean)) continue
        yield {
          place: { ...place, itemId: item.id, path: `${place.path}.items.${i}` },
          message: 'This item shows nothing and cannot be chosen by its text: write one, or remove the item.',
        }
      }
    }
  },
}

/** What each item shows; nothing for blocks that make their items in the run. */
const shownItems = (block: Block): { id: string; shows: (string | null | undefined)[] }[] => {
  switch (block.type) {
    case 'choice input':
      if (block.options?.dynamicVariableId) return []
      return block.items.map(({ id, content, value }) => ({ id, shows: [content?.trim(), value] }))
    case 'picture choice input':
      if (block.options?.dynamicItems?.isEnabled) return []
      return block.items.map(({ id, title, pictureSrc, value }) => ({ id, shows: [title, pictureSrc, value] }))
    case 'cards':
      return block.items.map(({ id, title, imageUrl, description }) => ({ id, shows: [title, imageUrl, description] }))
    default:
      return []
  }
}
