import type { Rule } from '../rule.js'

export const noChoices: Rule = {
  id: 'no-choices',
  severity: 'error',
  summary: 'An input to choose from has no items, so that it cannot be answered',
  *find({ blocks }) {
    for (const { block, place } of blocks) {
      if (block.type !== 'choice input' && block.type !== 'picture choice input' && block.type !== 'cards') continue
      if (block.items.length > 0) continue
      if (block.type === 'choice input' && block.options?.dynamicVariableId) continue
      if (block.type === 'picture choice input' && block.options?.dynamicItems?.isEnabled) continue
      yield { place, message: 'There is nothing to choose from here, so the visitor cannot go on: add items.' }
    }
  },
}
