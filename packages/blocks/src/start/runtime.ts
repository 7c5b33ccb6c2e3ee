import type { BlockRuntime } from '@colloquy/engine'
import { blockExits } from '../block-exits.js'

/** The first block of flows from before version 6; it only shows where they begin. */
export const startRuntime: BlockRuntime<'start'> = {
  type: 'start',
  kind: 'logic',
  enter: () => ({ kind: 'continue' }),
  exits: blockExits,
}
