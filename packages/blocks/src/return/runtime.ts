import { type BlockRuntime, virtualTarget } from '@colloquy/engine'
import { blockExits } from '../block-exits.js'

/** Goes back to where the last Jump or event came from; without such a place the flow continues. */
export const returnRuntime: BlockRuntime<'Return'> = {
  type: 'Return',
  kind: 'logic',
  enter(_block, context) {
    const blockId = context.takeReturnMark()
    const place = blockId === undefined ? undefined : context.program.blockById.get(blockId)
    if (!place) return { kind: 'continue' }
    return { kind: 'jump', target: virtualTarget(place.group.id, place.block.id) }
  },
  exits: blockExits,
}
