import { choice, group, id, list, rows, saveIn, text } from '../fields/fields.js'
import { get, post } from './calls.js'
import { type ActionContext, action, defineCredentials, defineIntegration } from './define.js'
import { guaranteed } from './guaranteed.js'
import { google, googleApiSetting, googleScopes } from './oauth.js'
import { at, listAt, textAt } from './read.js'
import { matchingRows, type SheetFilter, type SheetRow, sheetOperators, valuelessOperators } from './sheets-filter.js'
import { sheetLists, spreadsheetIdOf } from './sheets-lists.js'

const base = {
  spreadsheetId: list({
    label: 'Spreadsheet',
    list: 'spreadsheets',
    placeholder: 'https://docs.google.com/spreadsheets/d/…',
    help: 'Paste the address of the spreadsheet, or its id.',
    isRequired: true,
    shows: 'nothing',
  }),
  sheetId: list({ label: 'Sheet', list: 'sheets', isRequired: true, shows: 'nothing' }),
}

const column = { label: 'Column', list: 'columns' } as const
const filterFields = {
  filter: group({
    label: 'Filter',
    shows: 'nothing',
    fields: {
      logicalOperator: choice(['AND', 'OR'], { label: 'Combine with', default: 'OR' }),
      comparisons: rows({
        label: 'Comparisons',
        fields: {
          id,
          column: list(column),
          comparisonOperator: choice(sheetOperators, {
            label: 'Operator',
            kept: ['Matches regex', 'Does not match regex'],
          }),
          value: text({ label: 'Value', shownWhen: { option: 'comparisonOperator', is: valued() } }),
        },
      }),
    },
  }),
  referenceCell: group({
    label: 'Cell to find the row by',
    isHidden: true,
    shows: 'nothing',
    fields: {
      id: text({ label: 'Id', isHidden: true }),
      column: text({ label: 'Column' }),
      value: text({ label: 'Value' }),
    },
  }),
} as const

function valued() {
  return [undefined, ...sheetOperators.filter((operator) => !valuelessOperators.includes(operator))]
}

/** Cells to write, by column; `whenFilledIn` prevents that visitors' input becomes a formula. */
const cells = (whenFilledIn: (text: string) => string) =>
  rows({
    label: 'Cells',
    isRequired: true,
    fields: {
      id,
      column: list({ ...column, isRequired: true }),
      value: text({ label: 'Value', isRequired: true, whenFilledIn }),
    },
  })

/** A leading apostrophe makes the sheet treat the value as text, and is not shown. */
const asText = (text: string): string => `'${text}`
const plainNumber = /^-\d[\d.,]*$/

/** For values that the sheet parses as if they were typed in. */
const guarded = (text: string): string =>
  /^[=@+\t\r]/.test(text) || (text.startsWith('-') && !plainNumber.test(text)) ? asText(text) : text
/** For values that the sheet treats as text unless they are formulas. */
const guardedFormula = (text: string): string => (text.startsWith('=') ? asText(text) : text)
const isRead = (value: string): boolean => /^'?=/.test(value)

export const googleSheets = defineIntegration({
  type: 'Google Sheets',
  label: 'Google Sheets',
  icon: 'sheet',
  logo: 'googleSheets',
  description: 'Read and write rows',
  keywords: 'spreadsheet, excel, table',
  credentials: defineCredentials({
    type: 'google sheets',
    fields: {},
    address: 'https://sheets.googleapis.com',
    addressSetting: googleApiSetting,
    auth: {
      kind: 'oauth',
      provider: google,
      scopes: googleScopes('userinfo.email', 'spreadsheets', 'drive.file'),
      names: {
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        expiresAt: 'expiry_date',
        scope: 'scope',
      },
      clientSettings: { id: 'GOOGLE_SHEETS_CLIENT_ID', secret: 'GOOGLE_SHEETS_CLIENT_SECRET' },
      serviceAccount: { scopes: googleScopes('spreadsheets', 'drive.metadata.readonly') },
    },
  }),
  actions: {
    'Get data from sheet': action({
      base,
      lists: sheetLists,
      options: {
        ...filterFields,
        cellsToExtract: rows({
          label: 'Save from the rows',
          isRequired: true,
          fields: {
            id,
            column: list({ ...column, isRequired: true }),
            variableId: saveIn({ label: 'Save in', isRequired: true }),
          },
        }),
        totalRowsToExtract: choice(['All', 'First', 'Last', 'Random'], { label: 'Rows', default: 'All' }),
      },
      *run({ filter, referenceCell, cellsToExtract, totalRowsToExtract, ...target }, context) {
        const sheet = yield* readSheet(target, context)
        if (!sheet) return
        const matching = matchingRows(sheet.header, sheet.rows, filter ?? filterOf(referenceCell))
        const chosen = chosenRows(matching, totalRowsToExtract, context).map((index) => sheet.rows[index] ?? [])
        if (chosen.length === 0) return context.note('no row was found.')
        for (const { column, variableId } of cellsToExtract) {
          const index = sheet.header.indexOf(column.trim())
          if (index < 0) context.warn(`the sheet has no column "${column}".`)
          else {
            const values = chosen.map((row) => row[index] ?? '')
            context.save(variableId, values.length === 1 ? values[0] : values)
          }
        }
      },
    }),
    'Insert a row': action({
      base,
      lists: sheetLists,
      options: { cellsToInsert: cells(guarded), isGuaranteed: guaranteed },
      *run({ cellsToInsert, isGuaranteed, ...target }, context) {
        const found = yield* findSheet(target, context)
        const header = found && (yield* readHeader(found, context))
        if (!found || !header) return
        const values: (string | null)[] = []
        const missing: string[] = []
        for (const { column, value } of cellsToInsert) {
          const index = header.indexOf(column.trim())
          if (index < 0) missing.push(column)
          else values[index] = value
        }
        for (const column of missing) context.warn(`the sheet has no column "${column}".`)
        if (missing.length === cellsToInsert.length) return
        yield* context.call(
          post([...found.path, 'values', `${found.range}!A1`], {
            verb: 'append',
            query: { valueInputOption: 'USER_ENTERED', insertDataOption: 'INSERT_ROWS' },
            json: { values: [Array.from(values, (value) => value ?? null)] },
            isRepeatedWhenBusy: true,
          }),
          { isGuaranteed },
        )
      },
    }),
    'Update a row': action({
      base,
      lists: sheetLists,
      options: { cellsToUpsert: cells(guardedFormula), ...filterFields },
      *run({ filter, referenceCell, cellsToUpsert, ...target }, context) {
        const wanted = filter?.comparisons ? filter : filterOf(referenceCell)
        if (!wanted) return context.fail('an update needs a filter, so that it does not change every row.')
        const sheet = yield* readSheet(target, context)
        if (!sheet) return
        const placed = cellsToUpsert.map(({ column, value }) => ({
          column,
          value,
          index: sheet.header.indexOf(column.trim()),
        }))
        const missing = placed.filter(({ index }) => index < 0)
        if (missing.length > 0) {
          return context.fail(`the sheet has no column "${missing[0]?.column}": nothing was changed.`)
        }
        const matching = matchingRows(sheet.header, sheet.rows, wanted)
        if (matching.length === 0) return context.note('no row was found, so none was changed.')
        for (const valueInputOption of ['RAW', 'USER_ENTERED']) {
          const written = placed.filter(({ value }) => isRead(value) === (valueInputOption === 'USER_ENTERED'))
          if (written.length === 0) continue
          const data = matching.flatMap((row) =>
            written.map(({ index, value }) => ({
              range: `${sheet.range}!${letters(index)}${row + 2}`,
              values: [[value]],
            })),
          )
          const json = { valueInputOption, data }
          const path = [...sheet.path, 'values']
          if (!(yield* context.call(post(path, { verb: 'batchUpdate', json, isRepeatedWhenBusy: true })))) return
        }
      },
    }),
  },
})

interface SheetTarget {
  readonly spreadsheetId: string
  readonly sheetId: string
}

/** A sheet with a known title: the path of its spreadsheet, and its name as used in ranges. */
interface FoundSheet {
  readonly path: readonly string[]
  readonly range: string
}

interface ReadSheet extends FoundSheet {
  readonly header: SheetRow
  /** All rows after the header. */
  readonly rows: readonly SheetRow[]
}

/** Finds a sheet by its id. Undefined after a failure, which is in the log. */
function* findSheet<E, N>(target: SheetTarget, context: ActionContext<E, N>): Generator<E, FoundSheet | undefined, N> {
  const id = spreadsheetIdOf(target.spreadsheetId)
  if (id === undefined) {
    context.fail('the spreadsheet is neither the address of one nor an id.')
    return undefined
  }
  const path = ['v4', 'spreadsheets', id]
  const fields = 'sheets.properties(sheetId,title)'
  const answer = yield* context.call(get(path, { query: { fields }, freshSeconds: 60 }))
  if (!answer) return undefined
  const sheet = listAt(answer.body, 'sheets').find((it) => String(at(it, 'properties', 'sheetId')) === target.sheetId)
  const title = textAt(sheet, 'properties', 'title')
  if (title === undefined) {
    context.fail(`the spreadsheet has no sheet with the id "${target.sheetId}".`)
    return undefined
  }
  return { path, range: `'${title.replaceAll("'", "''")}'` }
}

function* readHeader<E, N>({ path, range }: FoundSheet, context: ActionContext<E, N>) {
  const answer = yield* context.call(get([...path, 'values', `${range}!1:1`]))
  return answer && headerOf(rowsOf(answer.body)[0] ?? [], context)
}

/** Reads a whole sheet. Undefined after a failure, which is in the log. */
function* readSheet<E, N>(target: SheetTarget, context: ActionContext<E, N>): Generator<E, ReadSheet | undefined, N> {
  const found = yield* findSheet(target, context)
  const answer = found && (yield* context.call(get([...found.path, 'values', found.range])))
  if (!found || !answer) return undefined
  const [first = [], ...rest] = rowsOf(answer.body)
  const header = headerOf(first, context)
  return header && { ...found, header, rows: rest }
}

const rowsOf = (body: unknown): string[][] =>
  listAt(body, 'values').map((row) => (Array.isArray(row) ? row.map((cell) => String(cell ?? '')) : []))

/** The names of the columns. Undefined if they are missing or ambiguous, which is in the log. */
function headerOf(row: SheetRow, context: Pick<ActionContext<never, never>, 'fail'>): SheetRow | undefined {
  const header = row.map((cell) => cell.trim())
  const named = header.filter((name) => name !== '')
  if (named.length === 0) {
    context.fail('the first row of the sheet is empty: it must name the columns.')
    return undefined
  }
  const double = named.find((name, index) => named.indexOf(name) !== index)
  if (double === undefined) return header
  context.fail(`the sheet has two columns named "${double}".`)
  return undefined
}

/** The filter that corresponds to a single cell, which older flows have instead of filters. */
const filterOf = (cell: { column?: string; value?: string } | undefined): SheetFilter | undefined =>
  cell && { logicalOperator: 'OR', comparisons: [{ ...cell, comparisonOperator: 'Equal to' }] }

function chosenRows(
  matching: readonly number[],
  which: 'All' | 'First' | 'Last' | 'Random',
  context: Pick<ActionContext<never, never>, 'random'>,
): readonly number[] {
  switch (which) {
    case 'All':
      return matching
    case 'First':
      return matching.slice(0, 1)
    case 'Last':
      return matching.slice(-1)
    case 'Random': {
      const index = Math.floor(context.random() * matching.length)
      return matching.slice(index, index + 1)
    }
  }
}

/** The name of a column by its position from 0: A, …, Z, AA, … */
function letters(index: number): string {
  const rest = Math.floor(index / 26)
  return `${rest > 0 ? letters(rest - 1) : ''}${String.fromCharCode(65 + (index % 26))}`
}
