import { createHash, createHmac, randomFillSync } from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const signs = `${letters}0123456789`
const codes = Buffer.from(signs)
const pool = Buffer.alloc(4096)
let used = pool.length
/** `a0000000` in base 36: the eight digits of all later milliseconds start with a letter, until the year 2059. */
const firstWithLetter = 10 * 36 ** 7

/**
 * Returns 24 lower-case letters and digits, the first a letter: eight encode the millisecond, sixteen (82 bits) are random. Rows created
 * together are adjacent in an index, so the database does not touch a page for each row.
 */
export function newId(): string {
  return timeInSigns(Date.now()) + randomSigns(chance)
}

const chance = Buffer.alloc(16)

/**
 * Returns the id of a new session: 30 lower-case letters and digits, the first a letter. Knowing an id is the permission to use the
 * session, so 25 characters (129 bits) are random. The first five encode the time in steps of 64 ms and repeat every 32 days, long after
 * most sessions have ended: sessions that start together are adjacent in an index.
 */
export function newSessionId(): string {
  const step = Math.floor(Date.now() / 64) % (letters.length * 36 ** 4)
  const [first, rest] = [Math.floor(step / 36 ** 4), step % 36 ** 4]
  return letters.charAt(first) + rest.toString(36).padStart(4, '0') + randomSigns(sessionChance)
}

const sessionChance = Buffer.alloc(25)

/** Fills `bytes` with random letters and digits. */
function randomSigns(bytes: Buffer): string {
  for (let index = 0; index < bytes.length; index++) {
    let byte = nextByte()
    while (byte >= evenlySpread) byte = nextByte()
    bytes[index] = codes[byte % codes.length] as number
  }
  return bytes.toString('latin1')
}

/** Bytes below this limit make each character equally likely. */
const evenlySpread = 256 - (256 % signs.length)

let lastTime = 0
let lastSigns = ''

/** Caches the last result, since ids are often created in the same millisecond. */
function timeInSigns(now: number): string {
  if (now !== lastTime) {
    lastTime = now
    lastSigns = Math.max(now, firstWithLetter).toString(36)
  }
  return lastSigns
}

/** Regular expression for session ids; earlier versions created them with 24 characters. */
export const sessionIdPattern = '[a-z][a-z0-9]{23}(?:[a-z0-9]{6})?'

const wholeSessionId = new RegExp(`^${sessionIdPattern}$`)

/** True for an id that a client may give to a session, which has the same form as generated ones. */
export const isSessionId = (text: string): boolean => wholeSessionId.test(text)

/** Derives an id of 24 characters from a text and a secret: always the same, and impossible to guess without the secret. */
export function derivedId(secret: string, text: string): string {
  return idFrom(bytesFrom(secret, text), 24)
}

/** Like `derivedId`, in the form of a session id. */
export function derivedSessionId(secret: string, text: string): string {
  return idFrom(bytesFrom(secret, text), 30)
}

function bytesFrom(secret: string, text: string): () => number {
  let bytes = createHmac('sha256', secret).update(text).digest()
  let at = 0
  return () => {
    if (at === bytes.length) {
      bytes = createHash('sha256').update(bytes).digest()
      at = 0
    }
    return bytes[at++] as number
  }
}

function idFrom(byte: () => number, length: number): string {
  let id = pick(letters, byte)
  while (id.length < length) id += pick(signs, byte)
  return id
}

/** Skips bytes beyond the last whole multiple, so that each character is equally likely. */
function pick(from: string, byte: () => number): string {
  const limit = 256 - (256 % from.length)
  let value = byte()
  while (value >= limit) value = byte()
  return from[value % from.length] as string
}

function nextByte(): number {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  return pool[used++] as number
}
