import type { BlockRuntime } from '@colloquy/engine'
import { customRetryText } from '../custom-retry-text.js'
import { ownExit, showPrefilledInput } from '../show-input.js'

/** Asks for money. The client reports how it went: "fail", or the label of success. */
export const paymentInput: BlockRuntime<'payment input'> = {
  type: 'payment input',
  kind: 'input',
  inputName: 'payment',
  input(block, context) {
    context.log({
      status: 'error',
      description: 'Payments need credentials of a payment provider: the visitor cannot pay here yet',
    })
    return showPrefilledInput(block, context)
  },
  parse(_block, reply) {
    if (reply?.type !== 'text' || reply.text === 'fail') return { kind: 'rejected' }
    return { kind: 'accepted', content: reply.text }
  },
  retryText: (block, context) =>
    customRetryText(block, context) ?? 'The payment did not go through. Please try once more.',
  exits: ownExit,
}
