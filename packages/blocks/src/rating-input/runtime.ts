import type { BlockRuntime } from '@colloquy/engine'
import { readNumber, scaleOf } from '@colloquy/flow/readers'
import { numericOptions } from '../common/numeric-options.js'
import { ownExit, showPrefilledInput } from '../common/show-input.js'

/** One of the rates that are shown. */
export const ratingInput: BlockRuntime<'rating input'> = {
  type: 'rating input',
  kind: 'input',
  inputName: 'rating',
  input: (block, context) => showPrefilledInput(block, context, numericOptions(block.options, ['startsAt'], context)),
  parse(block, reply, context) {
    const plain = reply?.type === 'text' ? readNumber(reply.text, { hasDecimalPoint: true }) : undefined
    const { first, last } = scaleOf(numericOptions(block.options, ['startsAt'], context))
    const rate = Number(plain)
    const isOnScale = rate >= first && rate <= last && Number.isInteger(rate - first)
    return isOnScale ? { kind: 'accepted', content: String(rate) } : { kind: 'rejected' }
  },
  answerKind({ options }) {
    const { first, last } = scaleOf(options)
    return { kind: 'numbers', scale: { from: first, to: last } }
  },
  invalidReplyText: 'Please choose one of the ratings.',
  exits: ownExit,
}
