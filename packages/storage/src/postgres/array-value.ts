import type { SqlValue } from '../table.js'

export type ElementType = 'text' | 'integer' | 'real'

/**
 * One value of each row, as PostgreSQL takes an array in binary: five numbers of 32 bits (dimensions, whether there are nulls, type, length,
 * first index), then the bytes of each element behind their length, which is -1 for null. Against a text that both sides have to quote
 * and to read it spares PostgreSQL half of what it takes to read a turn, and us a little. Texts hold no NUL, which PostgreSQL does not store,
 * and no halves of letters. Source: PostgreSQL, `array_recv` and `array_send`.
 */
export function arrayValue<Row>(
  type: ElementType,
  rows: readonly Row[],
  read: (row: Row) => SqlValue | undefined,
): Buffer {
  let at = 20
  let hasNulls = 0
  for (const row of rows) {
    const value = read(row)
    const needed = at + 12 + (typeof value === 'string' ? value.length * 3 : 0)
    if (needed > scratch.length) makeRoom(needed)
    if (value === null || value === undefined) {
      hasNulls = 1
      writeNumber(-1, at)
      at += 4
      continue
    }
    const length = writers[type](value as never, at + 4)
    writeNumber(length, at)
    at += 4 + length
  }
  for (const [index, number] of [1, hasNulls, typeIds[type], rows.length, 1].entries()) writeNumber(number, index * 4)
  const array = Buffer.allocUnsafe(at)
  scratch.copy(array, 0, 0, at)
  if (scratch.length > mostKept) scratch = Buffer.allocUnsafe(usual)
  return array
}

const usual = 65_536
const mostKept = 1_048_576
/** What is being written; copied when it is whole. */
let scratch = Buffer.allocUnsafe(usual)

function makeRoom(bytes: number): void {
  const larger = Buffer.allocUnsafe(bytes * 2)
  scratch.copy(larger)
  scratch = larger
}

/** As `oid` in `pg_type`. */
const typeIds: Record<ElementType, number> = { text: 25, integer: 20, real: 701 }

/** Each writes a value at a place and returns how many bytes it took. */
const writers = {
  text: writeText,
  integer(value: number, at: number) {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not an integer that can be stored`)
    writeNumber(Math.floor(value / 2 ** 32), at)
    writeNumber(value, at + 4)
    return 8
  },
  real: (value: number, at: number) => scratch.writeDoubleBE(value, at) - at,
}

/** Most are ids: a call out of JavaScript would take longer than to write them. */
function writeText(text: string, at: number): number {
  if (text.length > 40) return writeLongText(text, at)
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0 || code > 127) return writeLongText(text, at)
    scratch[at + index] = code
  }
  return text.length
}

function writeLongText(text: string, at: number): number {
  return scratch.write(storable(text), at, 'utf8')
}

/** PostgreSQL stores no NUL. */
export function storable<Value>(value: Value): Value | string {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
}

/** The lowest 32 bits of it. */
function writeNumber(value: number, at: number): void {
  scratch[at] = value >>> 24
  scratch[at + 1] = value >>> 16
  scratch[at + 2] = value >>> 8
  scratch[at + 3] = value
}
