import type { SqlValue } from '../../table.js'
import { ByteWriter } from './byte-writer.js'

export type ElementType = 'text' | 'integer' | 'real'

/** One value of each row, as PostgreSQL takes an array in binary. */
export function arrayValue<Row>(
  type: ElementType,
  rows: readonly Row[],
  read: (row: Row) => SqlValue | undefined,
): Buffer {
  writer.clear()
  writeArray(writer, type, rows, read)
  return Buffer.from(writer.written())
}

const writer = new ByteWriter()

/**
 * Five numbers of 32 bits (dimensions, whether there are nulls, type, length, first index), then the elements. Against a text that both
 * sides have to quote and to read it spares PostgreSQL half of what it takes to read a turn, and us a little. Source: PostgreSQL, `array_recv`.
 */
export function writeArray<Row>(
  to: ByteWriter,
  type: ElementType,
  rows: readonly Row[],
  read: (row: Row) => SqlValue | undefined,
): void {
  to.number(1)
  const nulls = to.length
  to.number(0)
  to.number(typeIds[type])
  to.number(rows.length)
  to.number(1)
  for (const row of rows) {
    const value = read(row)
    if (value === null || value === undefined) to.numberAt(nulls, 1)
    writeElement(to, type, value)
  }
}

/** A value behind its length, which is -1 for null. Texts hold no NUL, which PostgreSQL does not store, and no halves of letters. */
export function writeElement(to: ByteWriter, type: ElementType, value: SqlValue | undefined): void {
  if (value === null || value === undefined) {
    to.number(-1)
    return
  }
  const length = to.beginSized()
  if (type === 'integer') to.long(value as number)
  else if (type === 'real') to.double(value as number)
  else to.text(storable(value as string))
  to.endSized(length)
}

/** As `oid` in `pg_type`. */
const typeIds: Record<ElementType, number> = { text: 25, integer: 20, real: 701 }

/** PostgreSQL stores no NUL. */
export function storable<Value>(value: Value): Value | string {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
}
