import type { BlockRuntime } from '@colloquy/engine'
import { customRetryText } from '../common/custom-retry-text.js'
import { ownExit, showPrefilledInput } from '../common/show-input.js'
import { phoneNumberIn } from './phone-number-in.js'

/** The first phone number in the reply, stored as "+33612345678". */
export const phoneNumberInput: BlockRuntime<'phone number input'> = {
  type: 'phone number input',
  kind: 'input',
  inputName: 'phone',
  input: (block, context) => showPrefilledInput(block, context),
  parse(block, reply, context) {
    if (reply?.type !== 'text') return { kind: 'rejected' }
    const number = phoneNumberIn(reply.text, context.expand(block.options?.defaultCountryCode))
    return number === undefined ? { kind: 'rejected' } : { kind: 'accepted', content: number }
  },
  retryText: customRetryText,
  invalidReplyText: 'Please enter a complete phone number with its area code.',
  exits: ownExit,
}
