import type { Effect, Effects } from '@colloquy/engine'
import type { EffectHandlers } from '../effects/effects.js'

/** Wraps effect handlers to use other credentials than those that the flow names. */
export function withCredentials(
  effectHandlers: EffectHandlers,
  credentials: Readonly<Record<string, string>>,
): EffectHandlers {
  const mapped = mappedBy(credentials)
  const inPlace = <T extends { readonly credentialsId?: string }>(asks: T): T =>
    asks.credentialsId === undefined ? asks : { ...asks, credentialsId: mapped(asks.credentialsId) }
  return {
    ...effectHandlers,
    http: (asks, scope) => effectHandlers.http(throughProxy(asks, mapped), scope),
    request: ({ request, ...asks }, scope) => effectHandlers.request({ ...asks, request: inPlace(request) }, scope),
    model: ({ request, ...asks }, scope) => effectHandlers.model({ ...asks, request: inPlace(request) }, scope),
    mcp: ({ request, ...asks }, scope) => effectHandlers.mcp({ ...asks, request: inPlace(request) }, scope),
    mail: (asks, scope) => effectHandlers.mail(inPlace(asks), scope),
    payment: ({ payment, ...asks }, scope) => effectHandlers.payment({ ...asks, payment: inPlace(payment) }, scope),
  }
}

/** Replaces the credentials of an effect that is performed later. */
export function replacedCredentials(
  effect: Extract<Effect, { kind: 'http' | 'mail' | 'request' }>,
  credentials: Readonly<Record<string, string>>,
): Effect {
  const mapped = mappedBy(credentials)
  if (effect.kind === 'http') return { kind: effect.kind, ...throughProxy(effect, mapped) }
  if (effect.kind === 'mail') return { ...effect, credentialsId: mapped(effect.credentialsId) }
  const { credentialsId: id } = effect.request
  return id === undefined ? effect : { ...effect, request: { ...effect.request, credentialsId: mapped(id) } }
}

const mappedBy = (credentials: Readonly<Record<string, string>>) => (id: string) =>
  Object.hasOwn(credentials, id) ? (credentials[id] as string) : id

function throughProxy(asks: Effects['http']['asks'], mapped: (id: string) => string): Effects['http']['asks'] {
  const { proxyCredentialsId: id } = asks.request
  return id === undefined ? asks : { ...asks, request: { ...asks.request, proxyCredentialsId: mapped(id) } }
}
