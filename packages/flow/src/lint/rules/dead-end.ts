import { definitionOf } from '../../blocks/registry.js'
import { itemsOf } from '../../items.js'
import type { Rule } from '../rule.js'

export const deadEnd: Rule = {
  id: 'dead-end',
  severity: 'info',
  summary: 'Some items of an input lead on and others end the conversation',
  *find({ blocks }) {
    for (const { block, group, index, location } of blocks) {
      const definition = definitionOf(block.type)
      if (!definition?.items?.shownBy) continue
      if (block.outgoingEdgeId !== undefined || index + 1 < group.blocks.length) continue
      if (definition.isMultiple?.(block)) continue
      const ways = itemsOf(block).map(({ outgoingEdgeId, paths = [] }) => [
        ...paths.map((path) => path.outgoingEdgeId ?? outgoingEdgeId),
        ...(paths.length === 0 ? [outgoingEdgeId] : []),
      ])
      if (ways.flat().every((edgeId) => edgeId === undefined)) continue
      for (const [i, item] of itemsOf(block).entries()) {
        if (!ways[i]?.includes(undefined)) continue
        yield {
          location: { ...location, itemId: item.id, path: `${location.path}.items.${i}` },
          message: 'The conversation ends with this item, while others lead on: connect it, if that is not meant.',
        }
      }
    }
  },
}
