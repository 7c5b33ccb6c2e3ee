import { useEffect, useRef, useState } from 'preact/hooks'
import { useServices, useStyles } from '../view/chat-context.js'
import { useTexts } from '../view/use-texts.js'
import { FieldError } from './field.js'
import type { InputProps } from './input-props.js'
import styles from './payment-input.css?inline'
import { loadStripe, type Stripe, type StripeElements } from './stripe.js'

export { bringsBack } from './payment-return.js'

/** The provider's own form, rendered by its script: card numbers never come near the chat. */
export default function PaymentInput({ input, reply, questionId }: InputProps<'payment input'>) {
  useStyles(styles)
  const { language, paymentScript, root } = useServices()
  const texts = useTexts()
  const container = useRef<HTMLDivElement>(null)
  const provider = useRef<{ stripe: Stripe; elements: StripeElements } | undefined>(undefined)
  const [state, setState] = useState<'loading' | 'ready' | 'paying' | 'unavailable'>('loading')
  const [error, setError] = useState<string>()
  const { labels, additionalInformation: payer } = input.options ?? {}
  const { runtimeOptions } = input
  useEffect(() => {
    if (!runtimeOptions) return setState('unavailable')
    // The provider's frames do not work inside a shadow root: they are placed beside it and shown through a slot.
    const mount = document.createElement('div')
    mount.slot = `payment-${input.id}`
    root.host.append(mount)
    loadStripe(paymentScript, runtimeOptions.publicKey, language)
      .then((stripe) => {
        const style = getComputedStyle(container.current ?? mount)
        const elements = stripe.elements({
          clientSecret: runtimeOptions.paymentIntentSecret,
          appearance: { theme: 'stripe', variables: { colorText: style.color, fontFamily: style.fontFamily } },
        })
        elements.create('payment', { layout: 'tabs' }).mount(mount)
        provider.current = { stripe, elements }
        setState('ready')
      })
      .catch(() => setState('unavailable'))
    return () => mount.remove()
  }, [])
  const pay = async () => {
    const given = provider.current
    if (!given || state === 'paying') return
    setState('paying')
    setError(undefined)
    const { error: problem, paymentIntent } = await given.stripe
      .confirmPayment({
        elements: given.elements,
        confirmParams: {
          return_url: location.href,
          payment_method_data: { billing_details: billingOf(payer) },
        },
        redirect: 'if_required',
      })
      .catch((thrown) => ({ error: { message: String(thrown) }, paymentIntent: undefined }))
    setState('ready')
    if (problem) return setError(problem.message ?? texts.refused)
    if (paymentIntent && paymentIntent.status !== 'requires_payment_method')
      reply({ message: { type: 'text', text: labels?.success || texts.paid }, label: labels?.success || texts.paid })
  }
  if (state === 'unavailable')
    return (
      <p class="note" role="alert">
        {texts.payUnavailable}
      </p>
    )
  return (
    <form
      class="payment"
      aria-describedby={questionId}
      onSubmit={(event) => {
        event.preventDefault()
        void pay()
      }}
    >
      <div ref={container} class="payment-form">
        <slot name={`payment-${input.id}`} />
        {state === 'loading' && <div class="waiting" />}
      </div>
      <FieldError text={error} />
      <button class="button" part="button" type="submit" disabled={state !== 'ready'}>
        {labels?.button || texts.pay} {runtimeOptions?.amountLabel}
      </button>
    </form>
  )
}

type Payer = NonNullable<NonNullable<InputProps<'payment input'>['input']['options']>['additionalInformation']>

function billingOf(payer: Payer | undefined) {
  const { name, email, phoneNumber, address } = payer ?? {}
  const { country, line1, line2, city, state, postalCode } = address ?? {}
  return {
    name: name || undefined,
    email: email || undefined,
    phone: phoneNumber || undefined,
    address: address ? { country, line1, line2, city, state, postal_code: postalCode } : undefined,
  }
}
