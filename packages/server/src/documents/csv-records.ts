import { type Options, parse } from 'csv-parse/sync'
import { UnreadableDocument } from './document.js'

/**
 * Returns the first `to` records of CSV, which may have different lengths. Without `columns`, these cost the parser nothing. Throws
 * `UnreadableDocument`.
 */
export function csvRecords(
  text: string,
  options: Pick<Options, 'delimiter' | 'relax_quotes' | 'skip_empty_lines' | 'to'>,
): string[][] {
  try {
    return parse(text, { ...options, columns: false, bom: true, relax_column_count: true }) as string[][]
  } catch (error) {
    throw new UnreadableDocument(`The CSV cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
