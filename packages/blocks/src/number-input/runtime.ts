import type { BlockContext, BlockRuntime } from '@colloquy/engine'
import type { BlockOf } from '@colloquy/flow'
import { readNumber, signsOf } from '@colloquy/flow/readers'
import { numericOptions } from '../common/numeric-options.js'
import { ownExit, showPrefilledInput } from '../common/show-input.js'

/** A number, which is the whole reply. One that begins with 0 keeps all of its digits, because it may be a code. */
export const numberInput: BlockRuntime<'number input'> = {
  type: 'number input',
  kind: 'input',
  inputName: 'number',
  input: (block, context) => showPrefilledInput(block, context, shownOptions(block, context)),
  parse(block, reply, context) {
    if (reply?.type !== 'text') return { kind: 'rejected' }
    const { min, max, ...look } = shownOptions(block, context) ?? {}
    // Clients on the web send what programs write; people in messaging apps write in the language of the input.
    const hasDecimalPoint = context.channel === 'web'
    const plain = readNumber(reply.text, { locale: look.locale, hasDecimalPoint, signs: signsOf(look) })
    if (plain === undefined) return { kind: 'rejected' }
    const number = Number(plain)
    if ((min !== undefined && number < min) || (max !== undefined && number > max)) return { kind: 'rejected' }
    return { kind: 'accepted', content: plain.startsWith('0') ? plain : withoutZeros(plain) }
  },
  answerKind: () => ({ kind: 'numbers' }),
  invalidReplyText: 'Please enter a number, such as 1500 or 1.5.',
  exits: ownExit,
}

const shownOptions = ({ options }: BlockOf<'number input'>, context: BlockContext) =>
  numericOptions(options, ['min', 'max', 'step'], context)

/** Without zeros that say nothing. Converting to a number and back would lose digits of long ones. */
const withoutZeros = (plain: string): string => {
  const [whole = '', fraction = ''] = plain.split('.')
  const rest = fraction.slice(0, [...fraction].findLastIndex((digit) => digit !== '0') + 1)
  return whole.replace(/^-0+(?=\d)/, '-') + (rest && `.${rest}`)
}
