import type { BlockRuntime } from '@colloquy/engine'
import type { BlockOf } from '@colloquy/flow'
import { numericOptions } from '../common/numeric-options.js'
import { ownExit, showPrefilledInput } from '../common/show-input.js'

/** A number up to the length of the scale. */
export const ratingInput: BlockRuntime<'rating input'> = {
  type: 'rating input',
  kind: 'input',
  inputName: 'rating',
  input: (block, context) => showPrefilledInput(block, context, numericOptions(block.options, ['startsAt'], context)),
  parse(block, reply) {
    if (reply?.type !== 'text') return { kind: 'rejected' }
    const isOnScale = Number(reply.text) <= scaleEnd(block)
    return isOnScale ? { kind: 'accepted', content: reply.text } : { kind: 'rejected' }
  },
  answerKind: (block) => ({ kind: 'numbers', scale: { from: scaleStart(block), to: scaleEnd(block) } }),
  invalidReplyText: 'Please choose one of the ratings.',
  exits: ownExit,
}

const scaleEnd = ({ options }: BlockOf<'rating input'>): number => options?.length || 10

/** Icons start at one. A first number that comes from a variable is unknown here. */
function scaleStart({ options }: BlockOf<'rating input'>): number {
  if (options?.buttonType === 'Icons') return 1
  return typeof options?.startsAt === 'number' ? options.startsAt : 0
}
