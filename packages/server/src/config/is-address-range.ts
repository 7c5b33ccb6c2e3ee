import ipaddr from 'ipaddr.js'

/** True for an IP address, or one with its number of fixed bits: 10.0.0.5, 172.16.0.0/12. */
export function isAddressRange(text: string): boolean {
  const [, base = '', bits = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const isShort = ipaddr.IPv4.isValidFourPartDecimal(base)
  if (!isShort && !ipaddr.IPv6.isValid(base)) return false
  return Number(bits) <= (isShort ? 32 : 128)
}
