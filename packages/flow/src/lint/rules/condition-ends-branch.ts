import { definitionOf } from '../../blocks/registry.js'
import { itemsOf } from '../../items.js'
import { isObject } from '../../json.js'
import type { Rule } from '../rule.js'

export const conditionEndsBranch: Rule = {
  id: 'condition-ends-branch',
  severity: 'warning',
  summary: 'A condition that is met has no edge: the branch ends there, though more follows when it is not met',
  *find({ blocks }) {
    for (const { block, group, index, location } of blocks) {
      if (!definitionOf(block.type)?.items?.endsBranch) continue
      if (index + 1 === group.blocks.length && block.outgoingEdgeId === undefined) continue
      for (const [i, item] of itemsOf(block).entries()) {
        const comparisons = 'content' in item && isObject(item.content) ? item.content.comparisons : undefined
        if (item.outgoingEdgeId !== undefined || !Array.isArray(comparisons) || comparisons.length === 0) continue
        yield {
          location: { ...location, itemId: item.id, path: `${location.path}.items.${i}` },
          message:
            'When this condition is met the branch ends here, and the blocks after it do not run. Connect it if that is not intended.',
        }
      }
    }
  },
}
