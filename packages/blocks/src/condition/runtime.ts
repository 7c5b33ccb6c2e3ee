import type { BlockRuntime } from '@colloquy/engine'
import { blockExits } from '../common/block-exits.js'

/** Leaves by the edge of the first item that is met; an item that is met and has no edge ends the branch. */
export const conditionRuntime: BlockRuntime<'Condition'> = {
  type: 'Condition',
  kind: 'logic',
  enter(block, context) {
    const met = block.items?.find((item) => context.isMet(item.content))
    return met ? { kind: 'leave', edgeId: met.outgoingEdgeId, itemId: met.id } : { kind: 'continue' }
  },
  exits: blockExits,
}
