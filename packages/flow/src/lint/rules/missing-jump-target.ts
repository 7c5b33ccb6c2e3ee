import { definitionOf } from '../../blocks/registry.js'
import { isSinglePlaceholder } from '../../num-or-var.js'
import { blockIn, groupNamed } from '../flow-parts.js'
import type { Rule } from '../rule.js'

export const missingJumpTarget: Rule = {
  id: 'missing-jump-target',
  severity: 'error',
  summary: 'A Jump, or a Bot link within the bot, goes to a group or a block that is not in the flow',
  *find(index) {
    for (const { block, location } of index.blocks) {
      const { ways, leadsTo } = definitionOf(block.type) ?? {}
      const { jump } = ways?.(block) ?? {}
      for (const { groupId, blockId } of [...(jump ? [jump] : []), ...(leadsTo?.(block) ?? [])]) {
        if (!groupId || isSinglePlaceholder(groupId)) continue
        const group = groupNamed(index, groupId)
        if (group === undefined) {
          yield {
            location: { ...location, path: `${location.path}.options.groupId` },
            message: `This ${block.type} goes to a group that is gone ("${groupId}"): choose another one.`,
          }
        } else if (blockId && blockIn(index, group, blockId) === undefined) {
          yield {
            location: { ...location, path: `${location.path}.options.blockId` },
            message: `This ${block.type} goes to a block that is gone ("${blockId}"): choose another one of the group "${group.title}".`,
          }
        }
      }
    }
  },
}
