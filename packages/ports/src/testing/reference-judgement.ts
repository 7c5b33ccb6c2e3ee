/**
 * A second implementation that decides which addresses are public, by bits alone and without the library that the egress client uses. An
 * address is four decimal parts, or IPv6 without a dotted tail.
 */
export function isPublic(address: string): boolean {
  const all = bits(address)
  const carrier = [nat64, mapped].find(
    ({ base, length }) => all.length === 128 && all.startsWith(base.slice(0, length)),
  )
  const own = carrier === undefined ? all : all.slice(96)
  const isIsatap = isatapMarks.includes(own.slice(64, 96))
  return !isIsatap && !closedOrInside.some(([base, length]) => sameFamilyAndStart(own, base, length))
}

/** The special-purpose registries of IANA and the ranges outside of global unicast, written down independently: network, bits. */
export const closedOrInside = `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24
  224.0.0.0/3 ::/3 2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20 4000::/2 8000::/1
`
  .trim()
  .split(/\s+/)
  .map((range): [string, number] => [range.slice(0, range.indexOf('/')), Number(range.slice(range.indexOf('/') + 1))])

const nat64 = { base: bits('64:ff9b::'), length: 96 }
const isatapMarks = [bits('::5efe:0:0').slice(64, 96), bits('::200:5efe:0:0').slice(64, 96)]
const mapped = { base: bits('::ffff:0:0'), length: 96 }

function sameFamilyAndStart(own: string, base: string, length: number): boolean {
  const other = bits(base)
  return own.length === other.length && own.startsWith(other.slice(0, length))
}

export function bits(address: string): string {
  if (!address.includes(':')) {
    return address
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('')
  }
  const [head = '', tail] = address.split('::')
  const words = (text: string | undefined) => (text ? text.split(':') : [])
  const missing = Array.from({ length: 8 - words(head).length - words(tail).length }, () => '0')
  const all = [...words(head), ...missing, ...words(tail)]
  return all.map((word) => Number.parseInt(word, 16).toString(2).padStart(16, '0')).join('')
}
