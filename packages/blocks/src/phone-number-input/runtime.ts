import type { BlockRuntime } from '@colloquy/engine'
import { findPhoneNumbersInText, isSupportedCountry } from 'libphonenumber-js/max'
import { customRetryText } from '../custom-retry-text.js'
import { ownExit, showPrefilledInput } from '../show-input.js'

/** Only the beginning of a reply is searched: the search is slow on long texts. */
const searchedLength = 1000

/** The first phone number in the reply, stored as "+33612345678". */
export const phoneNumberInput: BlockRuntime<'phone number input'> = {
  type: 'phone number input',
  kind: 'input',
  inputName: 'phone',
  input: (block, context) => showPrefilledInput(block, context),
  parse(block, reply, context) {
    if (reply?.type !== 'text') return { kind: 'rejected' }
    const country = context.expand(block.options?.defaultCountryCode)
    const options = isSupportedCountry(country) ? { defaultCountry: country } : {}
    const [first] = findPhoneNumbersInText(reply.text.slice(0, searchedLength), options)
    return first ? { kind: 'accepted', content: first.number.number } : { kind: 'rejected' }
  },
  retryText: customRetryText,
  invalidReplyText: 'Please enter a complete phone number with its area code.',
  exits: ownExit,
}
