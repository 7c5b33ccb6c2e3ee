import { createHash, createHmac, randomFillSync } from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const signs = `${letters}0123456789`
const codes = Buffer.from(signs)
const pool = Buffer.alloc(4096)
let used = pool.length
/** `a0000000` in base 36: the eight digits of all later milliseconds begin with a letter, until the year 2059. */
const firstWithLetter = 10 * 36 ** 7

/**
 * 24 lower-case letters and digits, the first a letter: eight tell the millisecond, sixteen (82 bits) are random. Rows that are
 * made together stand together in an index that way, which spares the database from touching a page a row.
 */
export function newId(): string {
  return timeInSigns(Date.now()) + randomSigns(chance)
}

const chance = Buffer.alloc(16)

/**
 * The id of a new session: 30 lower-case letters and digits, the first a letter. Knowing one is the permission to use the session, so
 * 25 signs (129 bits) are random. The first five tell the time in steps of 64 ms and repeat every 32 days, long after most sessions
 * have ended: those that begin together stand together in an index.
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

/** Of a byte, all below this make each sign as likely as any other. */
const evenlySpread = 256 - (256 % signs.length)

let lastTime = 0
let lastSigns = ''

/** Ids are often made in the same millisecond. */
function timeInSigns(now: number): string {
  if (now !== lastTime) {
    lastTime = now
    lastSigns = Math.max(now, firstWithLetter).toString(36)
  }
  return lastSigns
}

/** A regular expression for the ids of sessions; earlier versions made them of 24 characters. */
export const sessionIdPattern = '[a-z][a-z0-9]{23}(?:[a-z0-9]{6})?'

const wholeSessionId = new RegExp(`^${sessionIdPattern}$`)

/** True for an id that a client may give to a session: one of the form that ours have. */
export const isSessionId = (text: string): boolean => wholeSessionId.test(text)

/** An id of 24 characters made from a text and a secret: always the same, and not to be guessed without the secret. */
export function derivedId(secret: string, text: string): string {
  return idFrom(bytesFrom(secret, text), 24)
}

/** The same in the form of a session's id. */
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

/** Bytes beyond the last whole multiple are thrown away, so that each sign is as likely as any other. */
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
