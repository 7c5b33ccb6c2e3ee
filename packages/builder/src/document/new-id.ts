const letters = 'abcdefghijklmnopqrstuvwxyz'
const signs = `${letters}0123456789`

/** 24 lower-case letters and digits, the first one a letter, as the service makes them. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return Array.from(bytes, (byte, index) => (index === 0 ? letters[byte % 26] : signs[byte % 36])).join('')
}
