import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config/config.js'

/** Returns the address that a request is counted under: the peer's, or the one that a trusted proxy reports. */
export function addressOf(
  { config }: { config: Pick<Config, 'trustedProxies'> },
  request: Pick<FastifyRequest, 'headers' | 'socket'>,
): string {
  const forwarded = request.headers['x-forwarded-for']
  const hops = typeof forwarded === 'string' ? forwarded : undefined
  return clientAddress(request.socket.remoteAddress, hops, config.trustedProxies)
}

export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trusted: readonly string[],
): string {
  let address = normal(peer) ?? 'unknown'
  if (trusted.length === 0 || forwardedFor === undefined) return address
  const hops = forwardedFor.split(',').map((hop) => normal(hop.trim()))
  while (hops.length > 0 && isTrusted(address, trusted)) {
    const next = hops.pop()
    if (next === undefined) break
    address = next
  }
  return address
}

function normal(address: string | undefined): string | undefined {
  if (address === undefined || !ipaddr.isValid(address)) return undefined
  return ipaddr.process(address).toString()
}

function isTrusted(address: string, trusted: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return trusted.some((entry) => {
    const [base, bits] = entry.includes('/') ? ipaddr.parseCIDR(entry) : [ipaddr.process(entry), undefined]
    if (base.kind() !== parsed.kind()) return false
    return bits === undefined ? base.toString() === parsed.toString() : parsed.match(base, bits)
  })
}
