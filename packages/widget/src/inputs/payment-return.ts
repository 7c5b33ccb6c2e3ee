import type { VisitorReply } from '../conversation/conversation-options.js'
import type { Input } from '../conversation/wire.js'

/** Reads the result of the requested payment from the address to which a bank returned, and removes the parameters from it. */
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
