import { parse } from 'csv-parse/sync'
import { type DocumentLimits, type Section, UnreadableDocument } from './document.js'

/** Maximum characters of the name of a column, which each row repeats. */
const maxNameLength = 200

/** Reads the rows of CSV: each is a section of its values, each after the name of its column. Skips values without a column. */
export function* readCsv(
  text: string,
  { knowledgeChunks, documentColumns }: Pick<DocumentLimits, 'knowledgeChunks' | 'documentColumns'>,
): Generator<Section> {
  const [header = [], ...rows] = recordsOf(text, knowledgeChunks + 2)
  if (header.length > documentColumns) {
    const message = `The CSV has ${header.length} columns, and may have ${documentColumns}. Remove columns, or divide it into several files.`
    throw new UnreadableDocument(message)
  }
  const names = header.map((name) => name.slice(0, maxNameLength))
  for (const row of rows) {
    const named = names.flatMap((name, index) => (row[index] ? [`${name}: ${row[index]}`] : []))
    yield { path: [row[0] ?? ''].filter(Boolean), text: named.join('\n') }
  }
}

/** Returns the first records. Without `columns`, records of different lengths cost the parser nothing. */
function recordsOf(text: string, max: number): string[][] {
  try {
    return parse(text, {
      columns: false,
      delimiter: [',', ';', '\t'],
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      to: max,
    })
  } catch (error) {
    throw new UnreadableDocument(`The CSV cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
