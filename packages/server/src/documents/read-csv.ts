import { csvRecords } from './csv-records.js'
import { type DocumentLimits, type Section, UnreadableDocument } from './document.js'

/** Maximum characters of the name of a column, which each row repeats. */
const maxNameLength = 200

/** Reads the rows of CSV: each is a section of its values, each after the name of its column. Skips values without a column. */
export function* readCsv(
  text: string,
  { knowledgeChunks, documentColumns }: Pick<DocumentLimits, 'knowledgeChunks' | 'documentColumns'>,
): Generator<Section> {
  const [header = [], ...rows] = csvRecords(text, {
    delimiter: [',', ';', '\t'],
    skip_empty_lines: true,
    to: knowledgeChunks + 2,
  })
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
