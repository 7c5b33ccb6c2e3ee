import type { PaymentCall, PaymentOutcome } from '@colloquy/engine'
import { decodeText } from '../egress/decode-text.js'
import type { EgressPort } from '../egress/egress-port.js'
import type { CallGuard } from '../shares/call-guard.js'
import type { Owner } from '../shares/owner.js'

export interface PaymentKeys {
  secretKey: string
  publicKey: string
}

/** Remaining time and calls of the turn that opens a payment. */
export interface PaymentBudget extends CallGuard {
  secondsFor(asked: number): number
}

/** Opens payments with a provider. A `reason` is for the author; it contains no key. */
export interface PaymentPort {
  open(payment: PaymentCall, keys: PaymentKeys, owner: Owner, budget: PaymentBudget): Promise<PaymentOutcome>
}

/** Client for Stripe's payment intents (API reference: payment_intents/create) at an address that the operator chooses. */
export function openStripe({ apiUrl, egress }: { apiUrl: string; egress: EgressPort }): PaymentPort {
  return {
    async open(payment, keys, owner, budget) {
      const form = new URLSearchParams({
        amount: String(payment.amount),
        currency: payment.currency,
        'automatic_payment_methods[enabled]': 'true',
        ...(payment.description && { description: payment.description }),
        ...(payment.receiptEmail && { receipt_email: payment.receiptEmail }),
      })
      const response = await egress.send({
        owner,
        url: `${apiUrl}/v1/payment_intents`,
        method: 'POST',
        headers: [
          ['Authorization', `Bearer ${keys.secretKey}`],
          ['Content-Type', 'application/x-www-form-urlencoded'],
        ],
        body: form.toString(),
        timeoutSeconds: budget.secondsFor(20),
        guard: budget,
      })
      if (response.kind !== 'response') return failed(`The payment provider could not be reached (${response.kind}).`)
      const body = readObject(decodeText(response.body, response.headers))
      const clientSecret = body?.client_secret
      if (response.status >= 300 || typeof clientSecret !== 'string') {
        const said = (body?.error as { message?: unknown } | undefined)?.message
        return failed(
          `The payment provider answered ${response.status}: ${typeof said === 'string' ? said : 'no reason'}`,
        )
      }
      return { result: 'opened', clientSecret, publicKey: keys.publicKey }
    },
  }
}

function failed(reason: string): PaymentOutcome {
  return { result: 'failed', reason }
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
