import type { ReceivedRequest, StandInResponse } from './stand-in.js'

/** Spreadsheets by id: their sheets by title, in order, each with its rows. The id of a sheet is its position times ten. */
export type SheetsInMemory = Record<string, Record<string, string[][]>>

/** The calls of Google Sheets and Drive that blocks make. */
export function sheetCalls(spreadsheets: SheetsInMemory, request: ReceivedRequest): StandInResponse {
  const { path, query, json } = request
  if (path === '/drive/v3/files')
    return { json: { files: Object.keys(spreadsheets).map((id) => ({ id, name: `Spreadsheet ${id}` })) } }
  const [, id = '', rest = ''] = /^\/v4\/spreadsheets\/([\w-]+)(.*)$/.exec(path) ?? []
  const sheets = spreadsheets[id]
  if (!sheets) return failed(404, 'NOT_FOUND', 'Requested entity was not found.')
  const titles = Object.keys(sheets)
  if (rest === '')
    return { json: { sheets: titles.map((title, index) => ({ properties: { sheetId: index * 10, title } })) } }
  if (rest === ':getByDataFilter') {
    const title = titles[json.dataFilters[0].gridRange.sheetId / 10] ?? ''
    const values = (sheets[title]?.[0] ?? []).map((formattedValue) => (formattedValue ? { formattedValue } : {}))
    return { json: { sheets: [{ data: [{ rowData: [{ values }] }] }] } }
  }
  if (rest === '/values:batchUpdate') {
    for (const { range, values } of json.data as { range: string; values: string[][] }[]) {
      const { title, column, row } = parseRange(range)
      const rows = sheets[title]
      if (!rows) return unknownRange(range)
      rows[row] ??= []
      rows[row][column] = entered(values[0]?.[0] ?? '', json.valueInputOption)
    }
    return { json: { totalUpdatedCells: json.data.length } }
  }
  const [, encoded = '', verb] = /^\/values\/([^:]+)(?::(\w+))?$/.exec(rest) ?? []
  const range = decodeURIComponent(encoded)
  const { title, isHeader } = parseRange(range)
  const rows = sheets[title]
  if (!rows) return unknownRange(range)
  if (verb === 'append') {
    const row = (json.values[0] as (string | null)[]).map((value) => entered(value ?? '', query.valueInputOption ?? ''))
    rows.push(row)
    return { json: { updates: { updatedRows: 1 } } }
  }
  const read = (isHeader ? rows.slice(0, 1) : rows).map(trimmed)
  return { json: { range, majorDimension: 'ROWS', values: trimmedRows(read) } }
}

const unknownRange = (range: string) => failed(400, 'INVALID_ARGUMENT', `Unable to parse range: ${range}`)

/** An error in Google's format. */
export const failed = (code: number, status: string, message: string): StandInResponse => ({
  status: code,
  json: { error: { code, message, status } },
})

/** `'Title'`, `'Title'!1:1`, `'Title'!A1` or `'Title'!C7`; quotes inside a title are doubled. */
function parseRange(range: string) {
  const [, quoted = '', letters = '', digits = ''] = /^'((?:[^']|'')*)'(?:!([A-Z]*)(\d+)(?::\d+)?)?$/.exec(range) ?? []
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { title: quoted.replaceAll("''", "'"), column, row: Number(digits) - 1, isHeader: range.endsWith('!1:1') }
}

/** The value shown in a cell: typed-in formulas are computed, and an apostrophe before a text is removed. */
function entered(value: string, option: string): string {
  if (option !== 'USER_ENTERED') return value
  if (value.startsWith("'")) return value.slice(1)
  return value.startsWith('=') ? `computed(${value.slice(1)})` : value
}

/** Omits empty cells at the end of a row, and empty rows at the end, like the real service. */
const trimmed = (row: readonly string[]): string[] => {
  const last = Array.from(row, (cell) => cell ?? '').findLastIndex((cell) => cell !== '')
  return Array.from(row.slice(0, last + 1), (cell) => cell ?? '')
}
const trimmedRows = (rows: string[][]): string[][] => rows.slice(0, rows.findLastIndex(({ length }) => length > 0) + 1)
