/** Returns a 64-bit hash of a text in base 36. It distinguishes texts; it is not cryptographic. */
export function textHash(text: string): string {
  let low = 0x811c9dc5
  let high = 0x1b873593
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x85ebca6b)
  }
  return mixed(low ^ (high >>> 15)).toString(36) + mixed(high ^ (low >>> 13)).toString(36)
}

function mixed(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0xc2b2ae35)
  return (half ^ (half >>> 13)) >>> 0
}
