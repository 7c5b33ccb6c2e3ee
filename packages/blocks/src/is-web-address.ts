import isURL from 'validator/lib/isURL.js'

/** Longest address that is looked at; browsers and servers stop near here. */
const longest = 2083

/** An http or https address. The scheme may be missing, the top-level domain may not. */
export function isWebAddress(text: string): boolean {
  return text.length <= longest && isURL.default(text, { protocols: ['http', 'https'], require_tld: true })
}

/** An http or https address with its scheme, possibly of a host of the local network. */
export function isFullWebAddress(text: string): boolean {
  return (
    text.length <= longest &&
    isURL.default(text, { protocols: ['http', 'https'], require_protocol: true, require_tld: false })
  )
}
