import type { CompiledFlow } from '@colloquy/engine'
import { mayAskForPayment } from '@colloquy/flow'
import { readUrl } from '@colloquy/ports/urls'

/** Payment forms run Stripe's script in the page; pages that never show one do not allow it. */
export const paymentScripts = 'https://js.stripe.com'

/**
 * Returns the Content-Security-Policy for the page of a bot. On the management origin only the service's own scripts run, and styles that
 * carry the nonce. On a separate origin, where an author can harm only their own visitors, everything may run.
 */
export function pagePolicy(nonce: string, isApart: boolean, { settings, groups }: CompiledFlow): string {
  const { allowedOrigins } = settings.security ?? {}
  const rules = isApart
    ? ["default-src 'self' http: https: data: blob: 'unsafe-inline' 'unsafe-eval'"]
    : [
        "default-src 'none'",
        asksForPayment(groups) ? `script-src 'self' ${paymentScripts}` : "script-src 'self'",
        `style-src 'self' 'nonce-${nonce}'`,
        "font-src 'self' https:",
      ]
  const origins = (allowedOrigins ?? []).flatMap((text) => readUrl(text)?.origin ?? [])
  const frames = allowedOrigins?.length ? [`frame-ancestors 'self' ${origins.join(' ')}`] : []
  return [...rules, media, ...frames, "base-uri 'none'", "form-action 'self'"].join('; ')
}

const media =
  'img-src http: https: data: blob:; media-src http: https: blob:; frame-src http: https:; connect-src http: https: ws: wss:'

const asksForPayment = (groups: CompiledFlow['groups']) => groups.some(({ blocks }) => blocks.some(mayAskForPayment))
