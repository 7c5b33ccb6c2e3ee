import type { BlockRuntime } from '@colloquy/engine'
import { blockExits } from '../block-exits.js'

/** Runs the author's script, in the visitor's browser unless told otherwise. */
export const codeRuntime: BlockRuntime<'Code'> = {
  type: 'Code',
  kind: 'logic',
  enter(block, context) {
    const options = block.options
    if (!options?.content) return { kind: 'continue' }
    if (options.isExecutedOnClient === false) {
      context.log({
        status: 'error',
        description: 'Scripts on the server are not available yet; this one was passed over',
      })
      return { kind: 'continue' }
    }
    const script = context.script(options.content)
    const scriptToExecute = options.isUnsafe === undefined ? script : { ...script, isUnsafe: options.isUnsafe }
    return { kind: 'act', actions: [{ type: 'scriptToExecute', scriptToExecute }] }
  },
  exits: blockExits,
}
