import type { BlockRuntime } from '@colloquy/engine'
import { blockExits } from '../common/block-exits.js'

/** Shows an image, with a link if the author set one. */
export const imageRuntime: BlockRuntime<'image'> = {
  type: 'image',
  kind: 'bubble',
  enter(block, context) {
    if (!block.content) return { kind: 'continue' }
    return { kind: 'say', message: { id: block.id, type: 'image', content: context.expandDeep(block.content) } }
  },
  exits: blockExits,
}
