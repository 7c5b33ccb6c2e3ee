import isURL from 'validator/lib/isURL.js'

/** Maximum length of an address; browsers and servers have similar limits. */
const longest = 2083

/** An http or https address. The scheme is optional, the top-level domain is required. */
export function isWebAddress(text: string): boolean {
  return text.length <= longest && isURL.default(text, { protocols: ['http', 'https'], require_tld: true })
}

/** An http or https address with its scheme; the host may be one of the local network. */
export function isFullWebAddress(text: string): boolean {
  return (
    text.length <= longest &&
    isURL.default(text, { protocols: ['http', 'https'], require_protocol: true, require_tld: false })
  )
}
