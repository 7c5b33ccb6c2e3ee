import type { BlockRuntime } from '@colloquy/engine'
import { blockExits } from '../common/block-exits.js'

/** The first block of flows from before version 6; it only marks their beginning. */
export const startRuntime: BlockRuntime<'start'> = {
  type: 'start',
  kind: 'logic',
  enter: () => ({ kind: 'continue' }),
  exits: blockExits,
}
