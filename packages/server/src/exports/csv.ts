import { stringify } from 'csv-stringify/sync'
import { harmlessCell } from './harmless-cell.js'

/**
 * Yields rows as comma-separated values with every field in quotes. The byte order mark at the beginning makes spreadsheets read UTF-8.
 * `isRaw` leaves cells that look like formulas unchanged, for programs other than spreadsheets.
 */
export async function* csv(
  header: readonly string[],
  pages: AsyncIterable<string[][]>,
  isRaw: boolean,
): AsyncGenerator<string> {
  const lines = (rows: readonly (readonly string[])[]) =>
    stringify(isRaw ? [...rows] : rows.map((row) => row.map(harmlessCell)), { quoted: true, record_delimiter: '\r\n' })
  yield `\ufeff${lines([header])}`
  for await (const rows of pages) yield lines(rows)
}
