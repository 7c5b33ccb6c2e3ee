import type { BlockRuntime } from '@colloquy/engine'
import { blockExits } from '../common/block-exits.js'

/** Leaves by the edge of the first item that is met; an item that is met and has no edge ends the branch. */
export const conditionRuntime: BlockRuntime<'Condition'> = {
  type: 'Condition',
  kind: 'logic',
  *enter(block, context) {
    for (const item of block.items ?? []) {
      if (yield* context.isMet(item.content)) return { kind: 'leave', edgeId: item.outgoingEdgeId, itemId: item.id }
    }
    return { kind: 'continue' }
  },
  exits: blockExits,
}
