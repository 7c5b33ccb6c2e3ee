import { type BlockContext, type BlockRuntime, type Effectful, perform } from '@colloquy/engine'
import { type BlockOf, type Money, readMoney } from '@colloquy/flow'
import { customRetryText } from '../common/custom-retry-text.js'
import { ownExit, showPrefilledInput } from '../common/show-input.js'

/** Asks for a payment: opens it with the provider; the client then reports "fail" or the success label. */
export const paymentInput: BlockRuntime<'payment input'> = {
  type: 'payment input',
  kind: 'input',
  inputName: 'payment',
  *input(block, context) {
    const shown = showPrefilledInput(block, context)
    const opened = yield* openPayment(block, context)
    if ('problem' in opened) {
      const description = `The visitor cannot pay: ${opened.problem}`
      context.log('invalid-payment', { status: 'error', description, context: 'While opening a payment' })
      return shown
    }
    return { ...shown, runtimeOptions: opened }
  },
  parse(_block, reply) {
    if (reply?.type !== 'text' || reply.text === 'fail') return { kind: 'rejected' }
    return { kind: 'accepted', content: reply.text }
  },
  retryText: (block, context) => customRetryText(block, context) ?? 'The payment did not go through. Please try again.',
  exits: ownExit,
}

function* openPayment(
  block: BlockOf<'payment input'>,
  context: BlockContext,
): Effectful<{ paymentIntentSecret: string; publicKey: string; amountLabel: string } | { problem: string }> {
  const { credentialsId, currency = 'USD', amount, additionalInformation } = block.options ?? {}
  if (!credentialsId) return { problem: 'its block names no credentials of a payment provider.' }
  const money = readMoney(context.expand(amount), context.expand(currency))
  if ('problem' in money) return { problem: `its ${money.option} ${money.problem}` }
  const description = context.expand(additionalInformation?.description)
  const receiptEmail = context.expand(additionalInformation?.email)
  const outcome = yield* perform({
    kind: 'payment',
    payment: {
      provider: 'Stripe',
      credentialsId,
      amount: money.units,
      currency: money.currency.toLowerCase(),
      ...(description && { description }),
      ...(receiptEmail && { receiptEmail }),
    },
  })
  if (outcome.result === 'failed') return { problem: outcome.reason }
  return {
    paymentIntentSecret: outcome.clientSecret,
    publicKey: outcome.publicKey,
    amountLabel: amountLabel(money),
  }
}

/** Euro amounts are formatted as in France, all others as in the United States, as existing flows show them. */
function amountLabel({ amount, currency, digits }: Money): string {
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return new Intl.NumberFormat(currency === 'EUR' ? 'fr-FR' : 'en-US', {
    style: 'currency',
    currency,
    ...decimals,
  }).format(amount)
}
