import { type BlockContext, type BlockRuntime, groupByIdOrTitle, type Outcome, virtualTarget } from '@colloquy/engine'
import { blockExits } from '../common/block-exits.js'

/** Goes to any group or block of the bot, and marks the next block as the target of Return. */
export const jumpRuntime: BlockRuntime<'Jump'> = {
  type: 'Jump',
  kind: 'logic',
  enter(block, context) {
    const { groupId, blockId } = block.options ?? {}
    if (!groupId) return { kind: 'continue' }
    const variable = context.singleVariable(groupId)
    const named = variable ? variable.value : groupId
    const groupIdOrTitle = typeof named === 'string' ? named : ''
    const group = groupByIdOrTitle(context.compiledFlow, groupIdOrTitle)
    if (!group) return notFound(context, 'Group', { groupIdOrTitle, jumpBlockId: block.id })
    if (blockId && !group.blocks.some((candidate) => candidate.id === blockId)) {
      return notFound(context, 'Block', { groupId: group.id, blockId, jumpBlockId: block.id })
    }
    const next = context.nextBlock(block)
    if (next) context.markReturn(next.block.id)
    return { kind: 'jump', target: virtualTarget(group.id, blockId || undefined) }
  },
  exits: blockExits,
}

function notFound(context: BlockContext, what: 'Group' | 'Block', details: Record<string, string>): Outcome {
  context.log('missing-target', {
    context: 'Error while executing Jump block',
    description: `${what} to jump to is not found`,
    details: JSON.stringify(details),
  })
  return { kind: 'leave', edgeId: undefined }
}
