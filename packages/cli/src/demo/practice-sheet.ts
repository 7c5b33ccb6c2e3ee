/** Ids of the demo's spreadsheet and of the sheet in it. */
export const demoSheet = { id: 'demo-sheet', sheetId: '0' }

/** One spreadsheet in memory, with the calls that Google Sheets blocks use to read and add rows. */
export class PracticeSheet {
  readonly #title = 'Leads'
  readonly #rows: string[][] = [['Name', 'Work email', 'Size', 'Need']]

  get rows(): readonly (readonly string[])[] {
    return this.#rows
  }

  /** The response to a call below `/google`; undefined for a call that the demo does not support. */
  answer(path: string, body: unknown): object | undefined {
    if (path === '/token') return { access_token: 'demo', expires_in: 3600, token_type: 'Bearer' }
    if (path === '/drive/v3/files') return { files: [{ id: demoSheet.id, name: 'Leads of the demo' }] }
    const rest = path.startsWith(`/v4/spreadsheets/${demoSheet.id}`)
      ? path.slice(`/v4/spreadsheets/${demoSheet.id}`.length)
      : path
    if (rest === '') return { sheets: [{ properties: { sheetId: Number(demoSheet.sheetId), title: this.#title } }] }
    if (rest === ':getByDataFilter') {
      const values = this.#rows[0]?.map((formattedValue) => ({ formattedValue }))
      return { sheets: [{ data: [{ rowData: [{ values }] }] }] }
    }
    if (rest.startsWith('/values/') && rest.endsWith(':append')) {
      const { values } = body as { values: (string | null)[][] }
      this.#rows.push(...values.map((row) => row.map((cell) => cell ?? '')))
      return { updates: { updatedRows: values.length } }
    }
    if (!rest.startsWith('/values/')) return undefined
    const values = decodeURIComponent(rest).endsWith('!1:1') ? this.#rows.slice(0, 1) : this.#rows
    return { range: this.#title, majorDimension: 'ROWS', values }
  }
}
