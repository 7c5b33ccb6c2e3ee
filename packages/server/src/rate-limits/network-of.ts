import ipaddr from 'ipaddr.js'

/** The network of a client: a rate applies to all addresses that one client may choose from. */
export interface Network {
  /** An IPv4 address, or the first 64 bits of an IPv6 address. */
  readonly near: string
  /** The first 48 bits of an IPv6 address, which have a larger share. */
  readonly wide?: string
}

/** Returns the network of an address in the form that `addressOf` returns. */
export function networkOf(address: string): Network {
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return { near: address }
  const [a = 0, b = 0, c = 0, d = 0] = ipaddr.IPv6.parse(address).parts
  const wide = `${a.toString(16)}:${b.toString(16)}:${c.toString(16)}`
  return { near: `${wide}:${d.toString(16)}::/64`, wide: `${wide}::/48` }
}
