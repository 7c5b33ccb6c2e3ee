/** The part of the payment provider's script that is used here. */
export interface Stripe {
  elements(options: object): StripeElements
  confirmPayment(options: object): Promise<{
    error?: { message?: string }
    paymentIntent?: { status: string }
  }>
}

export interface StripeElements {
  create(type: 'payment', options?: object): { mount(container: HTMLElement): void }
}

declare global {
  interface Window {
    Stripe?: (key: string, options?: object) => Stripe
    trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(address: string): unknown } }
  }
}

let loading: Promise<void> | undefined

/** Loads the provider's script once, and only for a payment: it must come from the provider, which checks cards with it. */
export async function loadStripe(address: string, publicKey: string, locale: string): Promise<Stripe> {
  if (!window.Stripe) {
    loading ??= addScript(address)
    await loading.catch((error) => {
      loading = undefined
      throw error
    })
  }
  if (!window.Stripe) throw new Error('The script of the payment provider did not bring what it should')
  return window.Stripe(publicKey, { locale })
}

function addScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = trusted(address)
    script.async = true
    script.onload = () => resolve()
    script.onerror = () => reject(new Error('The script of the payment provider could not be loaded'))
    document.head.append(script)
  })
}

let policy: { createScriptURL(address: string): unknown } | undefined

/** A page with Trusted Types accepts the address if it allows the policy `colloquy`; it is the address that the page's own code has set. */
function trusted(address: string): string {
  policy ??= window.trustedTypes?.createPolicy('colloquy', { createScriptURL: (text: string) => text })
  return (policy?.createScriptURL(address) ?? address) as string
}
