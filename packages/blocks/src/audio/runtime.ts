import type { BlockRuntime } from '@colloquy/engine'
import { blockExits } from '../common/block-exits.js'

/** Plays a sound. */
export const audioRuntime: BlockRuntime<'audio'> = {
  type: 'audio',
  kind: 'bubble',
  enter(block, context) {
    if (!block.content) return { kind: 'continue' }
    return { kind: 'say', message: { id: block.id, type: 'audio', content: context.expandDeep(block.content) } }
  },
  exits: blockExits,
}
