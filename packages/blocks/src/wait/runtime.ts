import type { BlockRuntime } from '@colloquy/engine'
import { blockExits } from '../common/block-exits.js'
import { finiteNumber } from '../common/finite-number.js'

/** Makes the client wait for some seconds; with `shouldPause` the flow stops here until the client has waited. */
export const waitRuntime: BlockRuntime<'Wait'> = {
  type: 'Wait',
  kind: 'logic',
  enter(block, context) {
    const secondsToWaitFor = finiteNumber(context.expand(block.options?.secondsToWaitFor))
    const shouldPause = block.options?.shouldPause
    if (secondsToWaitFor === undefined || (secondsToWaitFor === 0 && !shouldPause)) return { kind: 'continue' }
    const wait = { type: 'wait' as const, wait: { secondsToWaitFor } }
    return {
      kind: 'act',
      actions: [shouldPause === undefined ? wait : { ...wait, expectsDedicatedReply: shouldPause }],
    }
  },
  exits: blockExits,
}
