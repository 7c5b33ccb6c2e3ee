import type { VisitorReply } from '../conversation/conversation-options.js'
import type { Input } from '../conversation/wire.js'

/** What the way back from a bank says about the payment that was asked for; the marks are taken out of the address. */
export function bringsBack(input: Input, search: string): VisitorReply | undefined {
  const params = new URLSearchParams(search)
  const status = params.get('redirect_status')
  const secret = params.get('payment_intent_client_secret')
  if (!status || !secret || secret !== input.runtimeOptions?.paymentIntentSecret) return undefined
  const address = new URL(location.href)
  for (const name of ['redirect_status', 'payment_intent', 'payment_intent_client_secret'])
    address.searchParams.delete(name)
  history.replaceState(history.state, '', address)
  const success = (input.options?.labels as { success?: string } | undefined)?.success || 'Success'
  return status === 'failed'
    ? { message: { type: 'text', text: 'fail' } }
    : { message: { type: 'text', text: success }, label: success }
}
