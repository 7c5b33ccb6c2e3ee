import type { BlockRuntime } from '@colloquy/engine'
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
    if (reply?.type !== 'text' || !isEmail(reply.text)) return { kind: 'rejected' }
    return { kind: 'accepted', content: reply.text.toLowerCase() }
  },
  retryText: (block, context) =>
    customRetryText(block, context) ?? 'Please enter a complete email address, such as name@example.com.',
  exits: ownExit,
}
