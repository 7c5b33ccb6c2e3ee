/** True if a provider on the internet may be able to reach an address, judging by the address alone. */
export function isReachable(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  const isInside =
    hostname === 'localhost' ||
    /\.(local|internal|lan|localhost|test)$/.test(hostname) ||
    /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(hostname) ||
    hostname.startsWith('[')
  return protocol === 'https:' && !isInside && hostname.includes('.')
}
