import type { BlockRuntime } from '@colloquy/engine'
import type { BlockType } from '@colloquy/flow'
import { blockExits } from '../block-exits.js'

/** A block that this instance knows but cannot run: it says so in the logs, and the flow goes on. */
export function notYet<T extends BlockType>(type: T): BlockRuntime<T> {
  return {
    type,
    kind: 'integration',
    enter(_block, context) {
      const description = `The block "${type}" is not available on this instance yet; it was passed over.`
      context.log({ status: 'info', description })
      return { kind: 'continue' }
    },
    exits: blockExits,
  }
}
