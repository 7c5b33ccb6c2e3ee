import type { BlockRuntime } from '@colloquy/engine'
import { trimAddress } from '@colloquy/flow/readers'
import { customRetryText } from '../common/custom-retry-text.js'
import { ownExit, showPrefilledInput } from '../common/show-input.js'
import { isEmail } from './is-email.js'

/** An email address, stored in lower case. */
export const emailInput: BlockRuntime<'email input'> = {
  type: 'email input',
  kind: 'input',
  inputName: 'email',
  input: (block, context) => showPrefilledInput(block, context),
  parse(_block, reply) {
    const address = reply?.type === 'text' ? trimAddress(reply.text) : ''
    return isEmail(address) ? { kind: 'accepted', content: address.toLowerCase() } : { kind: 'rejected' }
  },
  retryText: (block, context) =>
    customRetryText(block, context) ?? 'Please enter a complete email address, such as name@example.com.',
  exits: ownExit,
}
