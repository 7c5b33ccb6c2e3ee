import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/**
 * Returns rows as an Excel workbook that is generated while it is sent. Every cell is text, so that nothing in it is ever run. Rows beyond
 * the maximum of a sheet continue in the next one.
 */
export function xlsx(header: readonly string[], pages: AsyncGenerator<string[][]>, rowsPerSheet = 1_048_576): Readable {
  const zip = new ZipFile()
  let sheet: Readable | undefined
  let sheets = 0
  let waiting: string[][] = []

  /** Returns the next rows; an empty list after the last one. */
  async function take(max: number): Promise<string[][]> {
    if (waiting.length === 0) waiting = ((await pages.next()).value as string[][] | undefined) ?? []
    const taken = waiting.slice(0, max)
    waiting = waiting.slice(max)
    return taken
  }

  async function* sheetXml(): AsyncGenerator<string> {
    yield `${head}<worksheet xmlns="${main}"><sheetData>${rowXml(header)}`
    let room = rowsPerSheet - 1
    let rows = await take(room)
    while (rows.length > 0) {
      yield rows.map(rowXml).join('')
      room -= rows.length
      if (room === 0) break
      rows = await take(room)
    }
    yield '</sheetData></worksheet>'
    if (rows.length > 0) waiting = waiting.length > 0 ? waiting : await take(pageSize)
    if (rows.length > 0 && waiting.length > 0) addSheet()
    else finish()
  }

  function addSheet(): void {
    sheets++
    sheet = Readable.from(sheetXml(), { objectMode: false })
    const current = sheet
    current.on('error', (error) => output.destroy(error))
    zip.addReadStreamLazy(`xl/worksheets/sheet${sheets}.xml`, (take) => take(null, current))
  }

  function finish(): void {
    for (const [path, xml] of Object.entries(frame(sheets))) zip.addBuffer(Buffer.from(head + xml), path)
    zip.end()
  }

  const output = zip.outputStream as Readable
  zip.on('error', (error) => output.destroy(error as Error))
  output.once('close', () => {
    sheet?.destroy()
    void pages.return(undefined)
  })
  addSheet()
  return output
}

const pageSize = 1000
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageNames = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Parts of a workbook besides its sheets, by their paths. */
function frame(sheets: number): Record<string, string> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  const override = (path: string, type: string) => `<Override PartName="${path}" ContentType="${types}.${type}+xml"/>`
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  const relations = (inner: string) => `<Relationships xmlns="${packageNames}/relationships">${inner}</Relationships>`
  return {
    'xl/workbook.xml':
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>` +
      `${numbers.map((n) => `<sheet name="Results${n === 1 ? '' : ` ${n}`}" sheetId="${n}" r:id="s${n}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      numbers.map((n) => relation(`s${n}`, 'worksheet', `worksheets/sheet${n}.xml`)).join(''),
    ),
    '_rels/.rels': relations(relation('w', 'officeDocument', 'xl/workbook.xml')),
    '[Content_Types].xml':
      `<Types xmlns="${packageNames}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      override('/xl/workbook.xml', 'sheet.main') +
      `${numbers.map((n) => override(`/xl/worksheets/sheet${n}.xml`, 'worksheet')).join('')}</Types>`,
  }
}

function rowXml(cells: readonly string[]): string {
  return `<row>${cells.map(cellXml).join('')}</row>`
}

/** Cuts the text to the maximum of a cell and removes characters that XML cannot represent. */
function cellXml(text: string): string {
  if (text === '') return '<c/>'
  const cut = text.length > 32_767 ? text.slice(0, 32_767).replace(/\p{Surrogate}$/u, '') : text
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  const clean = cut.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  const escaped = clean.replace(/[&<>\r]/g, (sign) => signs[sign] as string)
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped}</t></is></c>`
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }
