/** Random numbers in [0, 1) from a 32-bit seed: mulberry32, by Tommy Ettinger (public domain). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const digits = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** An id of 24 lower-case letters and digits, derived from the session and the count. */
export function deriveId(sessionId: string, count: number): string {
  let id = ''
  let hash = hashOf(`${sessionId}:${count}`)
  const next = randomFrom(hash)
  for (let i = 0; i < 24; i++) {
    hash = (hash ^ hashOf(`${sessionId}${i}${count}`)) >>> 0
    id += digits[Math.floor((((next() * 4294967296 + hash) % 4294967296) / 4294967296) * (i === 0 ? 26 : 36))]
  }
  return id
}

/** FNV-1a, 32 bits, by Fowler, Noll and Vo, with a final avalanche. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
