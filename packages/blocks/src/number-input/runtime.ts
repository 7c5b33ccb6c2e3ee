import type { BlockContext, BlockRuntime } from '@colloquy/engine'
import { numericOptions } from '../common/numeric-options.js'
import { parseNumber } from '../common/parse-number.js'
import { ownExit, showPrefilledInput } from '../common/show-input.js'

/** A number, read from the beginning of the reply. A text that begins with 0 is kept as written, because it may be a code. */
export const numberInput: BlockRuntime<'number input'> = {
  type: 'number input',
  kind: 'input',
  inputName: 'number',
  input: (block, context) =>
    showPrefilledInput(block, context, numericOptions(block.options, ['min', 'max', 'step'], context)),
  parse(block, reply, context) {
    if (reply?.type !== 'text') return { kind: 'rejected' }
    const number = parseNumber(reply.text)
    if (number === undefined) return { kind: 'rejected' }
    const min = bound(block.options?.min, context)
    const max = bound(block.options?.max, context)
    if ((min !== undefined && number < min) || (max !== undefined && number > max)) return { kind: 'rejected' }
    return { kind: 'accepted', content: reply.text.startsWith('0') ? reply.text : String(number) }
  },
  answerKind: () => ({ kind: 'numbers' }),
  invalidReplyText: 'Please enter a valid number.',
  exits: ownExit,
}

function bound(value: number | string | undefined, context: BlockContext): number | undefined {
  return typeof value === 'string' ? parseNumber(context.expand(value)) : value
}
