import type { BlockRuntime } from '@colloquy/engine'
import { trimAddress } from '@colloquy/flow/readers'
import { customRetryText } from '../common/custom-retry-text.js'
import { isWebAddress } from '../common/is-web-address.js'
import { ownExit, showPrefilledInput } from '../common/show-input.js'

/** A web address; its scheme is optional. */
export const urlInput: BlockRuntime<'url input'> = {
  type: 'url input',
  kind: 'input',
  inputName: 'url',
  input: (block, context) => showPrefilledInput(block, context),
  parse(_block, reply) {
    const address = reply?.type === 'text' ? trimAddress(reply.text) : ''
    return isWebAddress(address) ? { kind: 'accepted', content: address } : { kind: 'rejected' }
  },
  retryText: customRetryText,
  invalidReplyText: 'Please enter a complete web address, such as example.com.',
  exits: ownExit,
}
