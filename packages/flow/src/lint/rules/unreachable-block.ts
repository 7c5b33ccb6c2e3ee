import { definitionOf } from '../../blocks/registry.js'
import type { Rule } from '../rule.js'

export const unreachableBlock: Rule = {
  id: 'unreachable-block',
  severity: 'warning',
  summary: 'A block follows one that always leaves the group',
  *find({ blocks, isReached }) {
    for (const { node, index, block, location } of blocks) {
      if (index === 0 || isReached[node] || !isReached[node - 1]) continue
      const before = blocks[node - 1]
      const message = `This block never runs, since the "${before?.block.type}" block before it always leaves the group: move it, or remove it.`
      if (!definitionOf(block.type)?.isMarker) yield { location, message }
    }
  },
}
