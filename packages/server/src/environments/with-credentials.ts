import type { Performers } from '../turns/effects.js'

/** The same, with other credentials in place of those that the flow names. */
export function withCredentials(performers: Performers, credentials: Readonly<Record<string, string>>): Performers {
  const mapped = (id: string) => (Object.hasOwn(credentials, id) ? (credentials[id] as string) : id)
  const inPlace = <T extends { readonly credentialsId?: string }>(asks: T): T =>
    asks.credentialsId === undefined ? asks : { ...asks, credentialsId: mapped(asks.credentialsId) }
  return {
    ...performers,
    http: ({ request, ...asks }, scope) => {
      const { proxyCredentialsId: id } = request
      const through = id === undefined ? request : { ...request, proxyCredentialsId: mapped(id) }
      return performers.http({ ...asks, request: through }, scope)
    },
    request: ({ request, ...asks }, scope) => performers.request({ ...asks, request: inPlace(request) }, scope),
    model: ({ request, ...asks }, scope) => performers.model({ ...asks, request: inPlace(request) }, scope),
    mcp: ({ request, ...asks }, scope) => performers.mcp({ ...asks, request: inPlace(request) }, scope),
    mail: (asks, scope) => performers.mail(inPlace(asks), scope),
    payment: ({ payment, ...asks }, scope) => performers.payment({ ...asks, payment: inPlace(payment) }, scope),
  }
}
