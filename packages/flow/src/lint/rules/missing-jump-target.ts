import type { Block } from '../../blocks-schema/block.js'
import { isSinglePlaceholder } from '../../num-or-var.js'
import { blockIn, groupNamed } from '../flow-parts.js'
import type { Rule } from '../rule.js'

export const missingJumpTarget: Rule = {
  id: 'missing-jump-target',
  severity: 'error',
  summary: 'A Jump, or a Bot link within the bot, goes to a group or a block that is not in the flow',
  *find(index) {
    for (const { block, place } of index.blocks) {
      const options = targetOf(block)
      if (!options?.groupId || isSinglePlaceholder(options.groupId)) continue
      const { groupId, blockId } = options
      const group = groupNamed(index, groupId)
      if (group === undefined) {
        yield {
          place: { ...place, path: `${place.path}.options.groupId` },
          message: `This ${block.type} goes to a group that is gone ("${groupId}"): choose another one.`,
        }
      } else if (blockId && blockIn(index, group, blockId) === undefined) {
        yield {
          place: { ...place, path: `${place.path}.options.blockId` },
          message: `This ${block.type} goes to a block that is gone ("${blockId}"): choose another one of the group "${group.title}".`,
        }
      }
    }
  },
}

const targetOf = (block: Block) => {
  if (block.type === 'Jump') return block.options
  if (block.type !== 'Bot link' || block.options?.botId !== 'current') return undefined
  return { groupId: block.options.groupId, blockId: undefined }
}
