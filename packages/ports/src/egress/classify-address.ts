import ipaddr from 'ipaddr.js'

/**
 * Reachability of an address. Flows may call `public` addresses; `inside` addresses only if the operator allows it; `closed` ones never:
 * link-local addresses, metadata services of clouds, multicast, reserved ranges, tunnels. A text that is not an address is closed.
 */
export type AddressClass = 'public' | 'inside' | 'closed'

export function classifyAddress(text: string): AddressClass {
  const address = readAddress(text)
  if (address === undefined || metadataServices.has(address.toString())) return 'closed'
  const range = address.range()
  if (insideRanges.has(range)) return 'inside'
  if (range !== 'unicast') return 'closed'
  return address instanceof ipaddr.IPv4 || isGlobalUnicast(address) ? 'public' : 'closed'
}

/** Canonical spelling of an address, for comparisons; undefined if the text is not an address. */
export function canonicalAddress(text: string): string | undefined {
  return readAddress(text)?.toString()
}

/** An IPv4 address that is written as IPv6 (mapped, or translated by NAT64 under the well-known prefix) counts as that IPv4 address. */
function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return undefined
  const address = ipaddr.process(text)
  if (!(address instanceof ipaddr.IPv6) || !address.match(nat64)) return address
  return new ipaddr.IPv4(address.toByteArray().slice(12))
}

const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
const insideRanges = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'])

/** Addresses of metadata services in ranges that an operator may open, or in public ones. */
const metadataServices = new Set([
  '168.63.129.16', // Azure
  '100.100.100.200', // Alibaba
  'fd00:ec2::254', // Amazon
  'fd20:ce::254', // Google
  'fd00:c1::a9fe:a9fe', // Oracle
])

/** ISATAP addresses (RFC 5214) look global, but contain an IPv4 address to which they tunnel. */
function isGlobalUnicast(address: ipaddr.IPv6): boolean {
  const [, , , , interfaceFlags = 0, interfaceMark] = address.parts
  const isIsatap = (interfaceFlags & 0xfdff) === 0 && interfaceMark === 0x5efe
  return address.match(globalUnicast) && !isIsatap
}
