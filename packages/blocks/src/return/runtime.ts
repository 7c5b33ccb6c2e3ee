import { type BlockRuntime, virtualTarget } from '@colloquy/engine'
import { blockExits } from '../common/block-exits.js'

/** Returns to the origin of the last Jump or event; if there is none, the flow continues. */
export const returnRuntime: BlockRuntime<'Return'> = {
  type: 'Return',
  kind: 'logic',
  enter(_block, context) {
    const blockId = context.takeReturnMark()
    const location = blockId === undefined ? undefined : context.compiledFlow.blockById.get(blockId)
    if (!location) return { kind: 'continue' }
    return { kind: 'jump', target: virtualTarget(location.group.id, location.block.id) }
  },
  exits: blockExits,
}
