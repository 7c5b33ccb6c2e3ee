import { get, post } from './calls.js'
import type { ListItem, ListReading, RemoteList } from './define.js'
import { at, itemsFrom, listAt, textAt } from './read.js'

/** The id in the address of a spreadsheet, or the id itself; undefined for text that is neither. */
export function spreadsheetIdOf(text: string): string | undefined {
  const trimmed = text.trim()
  const [, id] = /\/spreadsheets\/(?:u\/\d+\/)?d\/([\w-]+)/.exec(trimmed) ?? []
  return id ?? (/^[\w-]{1,200}$/.test(trimmed) ? trimmed : undefined)
}

const givenId = ({ spreadsheetId }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof spreadsheetId === 'string' ? spreadsheetIdOf(spreadsheetId) : undefined

/** Suggestions in the form of a Google Sheets block. */
export const sheetLists = {
  /** Those that were shared with a service account, or opened with this app. */
  spreadsheets: {
    call: () =>
      get(['drive', 'v3', 'files'], {
        baseUrl: 'https://www.googleapis.com',
        query: {
          q: "mimeType='application/vnd.google-apps.spreadsheet' and trashed=false",
          orderBy: 'modifiedTime desc',
          pageSize: 200,
          fields: 'files(id,name)',
        },
      }),
    read: (body) => itemsFrom(listAt(body, 'files'), 'id', 'name'),
  },
  sheets: {
    dependsOn: ['spreadsheetId'],
    call(options) {
      const id = givenId(options)
      return id === undefined
        ? undefined
        : get(['v4', 'spreadsheets', id], { query: { fields: 'sheets.properties(sheetId,title)' } })
    },
    read: (body) =>
      listAt(body, 'sheets').flatMap((sheet) => {
        const label = textAt(sheet, 'properties', 'title')
        return label === undefined ? [] : [{ label, value: String(at(sheet, 'properties', 'sheetId')) }]
      }),
  },
  columns: {
    dependsOn: ['spreadsheetId', 'sheetId'],
    call(options) {
      const id = givenId(options)
      const sheetId = Number(options.sheetId ?? Number.NaN)
      if (id === undefined || !Number.isSafeInteger(sheetId)) return undefined
      return post(['v4', 'spreadsheets', id], {
        verb: 'getByDataFilter',
        query: { fields: 'sheets.data.rowData.values.formattedValue' },
        json: {
          dataFilters: [{ gridRange: { sheetId, startRowIndex: 0, endRowIndex: 1 } }],
          includeGridData: true,
        },
      })
    },
    read: (body) => columnsIn(listAt(body, 'sheets', 0, 'data', 0, 'rowData', 0, 'values')),
  },
} as const satisfies Readonly<Record<string, RemoteList>>

/** The names in the first row; problems are reported with the position of the cell. */
function columnsIn(cells: readonly unknown[]): ListReading {
  const names = cells.map((cell) => textAt(cell, 'formattedValue')?.trim() ?? '')
  const items: ListItem[] = names.flatMap((name, index) =>
    name === '' || names.indexOf(name) !== index ? [] : [{ label: name, value: name }],
  )
  if (items.length === 0) return { items, problem: 'The first row of the sheet is empty: it must name the columns.' }
  const blank = names.indexOf('')
  if (blank >= 0) return { items, problem: `Column ${blank + 1} has no name in the first row.` }
  const double = names.findIndex((name, index) => names.indexOf(name) !== index)
  return double < 0
    ? { items }
    : { items, problem: `Column ${double + 1} has the name of another one: ${names[double]}.` }
}
