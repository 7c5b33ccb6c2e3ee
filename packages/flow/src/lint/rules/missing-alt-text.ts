import { definitionOf } from '../../blocks/registry.js'
import type { Rule } from '../rule.js'

export const missingAltText: Rule = {
  id: 'missing-alt-text',
  severity: 'info',
  summary: 'An image has no alternative text, so that screen readers cannot describe it',
  *find({ blocks }) {
    for (const { block, location } of blocks) {
      const altText = definitionOf(block.type)?.altText?.(block)
      if (!altText || altText.text?.trim()) continue
      yield {
        location: { ...location, path: `${location.path}.${altText.path}` },
        message: 'This image has no alternative text: describe it, unless it is mere decoration.',
      }
    }
  },
}
