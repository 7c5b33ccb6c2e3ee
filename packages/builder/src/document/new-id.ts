const letters = 'abcdefghijklmnopqrstuvwxyz'
const signs = `${letters}0123456789`

/** 24 lower-case letters and digits, the first one a letter, as the service makes them. */
export function newId(): string {
  return randomSigns(24)
}

/** An id for a session, whose holder may use the session: 30 of them. */
export function newSessionId(): string {
  return randomSigns(30)
}

function randomSigns(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return Array.from(bytes, (byte, index) => (index === 0 ? letters[byte % 26] : signs[byte % 36])).join('')
}
