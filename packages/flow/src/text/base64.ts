const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Base64 of the text's UTF-8 bytes (RFC 4648, section 4). */
export function base64(text: string): string {
  const bytes = utf8(text)
  let out = ''
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b = 0, c = 0] = bytes.slice(i, i + 3)
    const group = (a << 16) | (b << 8) | c
    const letters = [18, 12, 6, 0].map((shift) => alphabet[(group >> shift) & 63])
    const length = Math.min(3, bytes.length - i) + 1
    out += letters.map((letter, index) => (index < length ? letter : '=')).join('')
  }
  return out
}

/** Bytes of a text in UTF-8. Half of a surrogate pair counts as the replacement character. */
export function utf8(text: string): number[] {
  return [...encodeURIComponent(text.replace(loneSurrogate, '\ufffd')).matchAll(/%([0-9A-F]{2})|([\s\S])/g)].map(
    ([, hex, letter = '']) => (hex === undefined ? letter.charCodeAt(0) : Number.parseInt(hex, 16)),
  )
}

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
