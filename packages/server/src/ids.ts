import { createHash, createHmac, randomFillSync } from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const signs = `${letters}0123456789`
const codes = Buffer.from(signs)
const pool = Buffer.alloc(4096)
let used = pool.length
const chance = Buffer.alloc(16)
/** `a0000000` in base 36: the eight digits of all later milliseconds begin with a letter, until the year 2059. */
const firstWithLetter = 10 * 36 ** 7

/**
 * 24 lower-case letters and digits, the first a letter: eight tell the millisecond, sixteen (82 bits) are random. Rows that are
 * made together stand together in an index that way, which spares the database from touching a page a row.
 */
export function newId(): string {
  for (let index = 0; index < chance.length; index++) {
    let byte = nextByte()
    while (byte >= evenlySpread) byte = nextByte()
    chance[index] = codes[byte % codes.length] as number
  }
  return timeInSigns(Date.now()) + chance.toString('latin1')
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

/** Whether a client may give a session this id: one of the form that ours have. */
export const isSessionId = (text: string): boolean => /^[a-z][a-z0-9]{23}$/.test(text)

/** Such an id made from a text and a secret: always the same, and not to be guessed without the secret. */
export function derivedId(secret: string, text: string): string {
  let bytes = createHmac('sha256', secret).update(text).digest()
  let at = 0
  return idFrom(() => {
    if (at === bytes.length) {
      bytes = createHash('sha256').update(bytes).digest()
      at = 0
    }
    return bytes[at++] as number
  })
}

function idFrom(byte: () => number): string {
  let id = pick(letters, byte)
  while (id.length < 24) id += pick(signs, byte)
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
