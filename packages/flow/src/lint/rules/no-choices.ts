import { definitionOf } from '../../blocks/registry.js'
import { itemsOf } from '../../items.js'
import type { Rule } from '../rule.js'

export const noChoices: Rule = {
  id: 'no-choices',
  severity: 'error',
  summary: 'An input to choose from has no items, so that it cannot be answered',
  *find({ blocks }) {
    for (const { block, location } of blocks) {
      const definition = definitionOf(block.type)
      if (!definition?.items?.shownBy || itemsOf(block).length > 0 || definition.makesItems?.(block)) continue
      yield { location, message: 'There are no choices here, so the visitor cannot continue. Add items.' }
    }
  },
}
