import { definitionOf } from '../../blocks/registry.js'
import { itemsOf } from '../../items.js'
import { isObject } from '../../json.js'
import type { Rule } from '../rule.js'

export const duplicateItem: Rule = {
  id: 'duplicate-item',
  severity: 'warning',
  summary: 'Two items that are always shown have the same text, so that the second cannot be chosen by it',
  *find({ blocks }) {
    for (const { block, location } of blocks) {
      const key = definitionOf(block.type)?.items?.matchedBy
      if (key === undefined) continue
      const seen = new Set<string>()
      for (const [i, item] of itemsOf(block).entries()) {
        const { [key]: label, displayCondition }: Readonly<Record<string, unknown>> = { ...item }
        const text = typeof label === 'string' ? label.trim() : ''
        if (!text || (isObject(displayCondition) && displayCondition.isEnabled)) continue
        if (seen.has(text)) {
          yield {
            location: { ...location, itemId: item.id, path: `${location.path}.items.${i}` },
            message: `Another item here reads "${text}" too, and a typed answer means that one: give them different texts.`,
          }
        }
        seen.add(text)
      }
    }
  },
}
