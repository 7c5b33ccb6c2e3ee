import type { Rule } from '../rule.js'

export const duplicateItem: Rule = {
  id: 'duplicate-item',
  severity: 'warning',
  summary: 'Two items that are always shown have the same text, so that the second cannot be chosen by it',
  *find({ blocks }) {
    for (const { block, place } of blocks) {
      if (block.type !== 'choice input' && block.type !== 'picture choice input') continue
      const seen = new Set<string>()
      for (const [i, item] of block.items.entries()) {
        const text = ('title' in item ? item.title : 'content' in item ? item.content : undefined)?.trim()
        if (!text || item.displayCondition?.isEnabled) continue
        if (seen.has(text)) {
          yield {
            place: { ...place, itemId: item.id, path: `${place.path}.items.${i}` },
            message: `Another item here reads "${text}" too, and a typed answer means that one: give them different texts.`,
          }
        }
        seen.add(text)
      }
    }
  },
}
