import type { BlockRuntime } from '@colloquy/engine'
import { numericOptions } from '../numeric-options.js'
import { ownExit, showPrefilledInput } from '../show-input.js'

/** A number that is not above the length of the scale. */
export const ratingInput: BlockRuntime<'rating input'> = {
  type: 'rating input',
  kind: 'input',
  inputName: 'rating',
  input: (block, context) => showPrefilledInput(block, context, numericOptions(block.options, ['startsAt'], context)),
  parse(block, reply) {
    if (reply?.type !== 'text') return { kind: 'rejected' }
    const isOnScale = Number(reply.text) <= (block.options?.length || 10)
    return isOnScale ? { kind: 'accepted', content: reply.text } : { kind: 'rejected' }
  },
  exits: ownExit,
}
