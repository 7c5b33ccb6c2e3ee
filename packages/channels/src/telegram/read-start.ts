/** Variables of a deep link such as `https://t.me/shop_bot?start=cGxhbj1wcm8`. */
export function variablesOfStart(text: string): Record<string, string> | undefined {
  const payload = /^\/start ([\w-]{1,64})$/.exec(text)?.[1]
  if (payload === undefined) return undefined
  return { start: payload, ...pairsIn(decodeBase64Url(payload) ?? '') }
}

/** Reads `name=value` pairs, as in the address of a page. */
function pairsIn(query: string): Record<string, string> {
  if (!/^[^=&\p{Cc}]+=/u.test(query)) return {}
  const pairs = query.split('&').flatMap((pair) => {
    const at = pair.indexOf('=')
    const [name, value] = [unescaped(pair.slice(0, at)), unescaped(pair.slice(at + 1))]
    return at > 0 && name && value !== undefined ? [[name, value] as const] : []
  })
  return Object.fromEntries(pairs)
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The text of base64url in UTF-8; undefined if it is not such a text. */
function decodeBase64Url(encoded: string): string | undefined {
  const bits = [...encoded].map((character) => alphabet.indexOf(character).toString(2).padStart(6, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return unescaped(bytes.map((byte) => `%${Number.parseInt(byte, 2).toString(16).padStart(2, '0')}`).join(''), false)
}

function unescaped(text: string, hasPlus = true): string | undefined {
  try {
    return decodeURIComponent(hasPlus ? text.replaceAll('+', ' ') : text)
  } catch {
    return undefined
  }
}
