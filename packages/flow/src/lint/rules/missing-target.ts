import { blockIn } from '../flow-parts.js'
import type { Rule } from '../rule.js'

export const missingTarget: Rule = {
  id: 'missing-target',
  severity: 'error',
  summary: 'An edge leads to a group or a block that is not in the flow',
  *find(index) {
    for (const { edgeId, location } of index.exits) {
      const edge = index.edgeById.get(edgeId)
      if (edge === undefined) continue
      const { groupId, blockId } = edge.to
      const group = index.groupById.get(groupId)
      if (group === undefined) {
        const message = `The edge from here leads to a group that is gone ("${groupId}"), so the conversation ends: connect it anew.`
        yield { location: { ...location, edgeId }, message }
      } else if (blockId !== undefined && blockIn(index, group, blockId) === undefined) {
        const message = `The edge from here leads to a block that is gone ("${blockId}"), so only the last block of the group runs: connect it anew.`
        yield { location: { ...location, edgeId }, message }
      }
    }
  },
}
