import { readAttribute } from '@colloquy/flow'
import { type AttributeType, type AttributeValue, type IdentifierKind, identifierKinds } from '@colloquy/flow/contacts'
import type { ContactChange, ContactIdentifier } from '@colloquy/storage'
import { contactColumnNames } from '../contacts/contact-columns.js'
import { problemOfField } from '../contacts/contact-fields.js'
import { keyOfIdentifier, storedIdentifier } from '../contacts/identifiers.js'
import { harmlessCell } from '../exports/harmless-cell.js'
import type { Limits } from '../limits/limits.js'
import { csvRecords } from './csv-records.js'
import { UnreadableDocument } from './document.js'

interface Definition {
  id: string
  name: string
  type: AttributeType
}

/** A file of contacts, and the attributes that they may have. */
export interface ContactsToRead {
  csv: string
  definitions: readonly Definition[]
  /** The target of each column; null for one that is skipped. */
  columns: readonly (string | null)[]
  /** Rows before this one are skipped; the header is row 1. */
  fromRow: number
}

/** A column of a file, with its first values and what it seems to have. */
export interface ReadColumn {
  name: string
  samples: string[]
  target: string | null
}

/** A row that is a contact. */
export interface ContactOfRow {
  row: number
  id?: string
  change: ContactChange
}

export type RowReason =
  | 'noIdentifier'
  | 'invalidValue'
  | 'tooManyValues'
  | 'repeated'
  | 'severalContacts'
  | 'unknownContact'
  | 'tooLarge'

/** Why a row is not imported. */
export interface RowProblem {
  row: number
  reason: RowReason
  /** Name of the column. */
  column: string | null
  /** The value, or the row that it repeats. */
  value: string | null
}

type ImportLimits = Pick<Limits, 'contactImportRows' | 'documentColumns'>

const maxSample = 100

/** Returns the columns of a file of contacts, and how many rows it has below them. */
export function readContactColumns(
  { csv, definitions }: Pick<ContactsToRead, 'csv' | 'definitions'>,
  limits: ImportLimits,
): { columns: ReadColumn[]; rows: number } {
  const [header = [], ...rows] = recordsOf(csv, limits)
  const filled = rows.filter(isFilled)
  const taken = new Set<string>()
  const columns = header.map((name, index) => {
    const target = targetOf(name, definitions)
    const isFree = target !== undefined && !taken.has(target)
    if (isFree) taken.add(target)
    const samples = filled.slice(0, 3).map((row) => (row[index] ?? '').slice(0, maxSample))
    return { name: name.slice(0, maxSample), samples, target: isFree ? target : null }
  })
  return { columns, rows: filled.length }
}

/** Reads the rows of a file of contacts. A value that repeats an identifier of an earlier row is a problem. */
export function readContacts(
  { csv, definitions, columns, fromRow }: ContactsToRead,
  limits: ImportLimits,
): { contacts: ContactOfRow[]; problems: RowProblem[]; rows: number } {
  const [header = [], ...rows] = recordsOf(csv, limits)
  const readers = columns.map((target) => (target === null ? undefined : readerOf(target, definitions)))
  const contacts: ContactOfRow[] = []
  const problems: RowProblem[] = []
  const seen = new Map<string, number>()
  for (const [index, cells] of rows.entries()) {
    const row = index + 2
    if (!isFilled(cells)) continue
    const read = readRow(cells, header, readers)
    const problem = 'reason' in read ? read : repeatedIn(seen, read, row)
    if (row < fromRow) continue
    if (problem) problems.push({ ...problem, row })
    else if ('change' in read) contacts.push({ row, ...read })
  }
  return { contacts, problems, rows: rows.filter(isFilled).length }
}

const isFilled = (row: readonly string[]) => row.some((cell) => cell.trim() !== '')

function recordsOf(csv: string, { contactImportRows, documentColumns }: ImportLimits): string[][] {
  const records = csvRecords(csv, { delimiter: delimiterOf(csv), relax_quotes: true, to: contactImportRows + 2 })
  const [header = []] = records
  if (header.length > documentColumns)
    throw new UnreadableDocument(
      `The CSV has ${header.length} columns, and may have ${documentColumns}. Remove columns that you do not need.`,
    )
  if (records.length > contactImportRows + 1)
    throw new UnreadableDocument(
      `The CSV has more than ${contactImportRows} rows (contactImportRows). Divide it into several files.`,
    )
  return records
}

/** The separator that the first line has most. */
function delimiterOf(csv: string): string {
  const counts = new Map([
    [',', 0],
    [';', 0],
    ['\t', 0],
  ])
  let isQuoted = false
  for (let at = 0; at < csv.length; at++) {
    const character = csv[at] as string
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '\n' || character === '\r')) break
    else if (!isQuoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0]
}

/** Returns the likely target of a column with this name. */
function targetOf(name: string, definitions: readonly Definition[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const word = plain(name.slice(0, maxSample))
  const known = Object.entries(contactColumnNames).find(([target, { label, names = [] }]) =>
    [target, label, ...names].some((one) => plain(one) === word),
  )
  if (known) return known[0]
  const definition = definitions.find((one) => [one.name, `contact.${one.name}`].some((it) => plain(it) === word))
  return definition && `attribute.${definition.name}`
}

/** Adds the value of a cell to a row. Returns whether the value fits. */
type Reader = (cell: string, into: Row) => boolean
interface Row {
  id?: string
  change: {
    attributes: Record<string, AttributeValue | null>
    identifiers: ContactIdentifier[]
    tags?: string[]
  } & Omit<ContactChange, 'attributes' | 'identifiers' | 'tags'>
}

const maxNotes = 10_000
const maxIdentifiers = 50

function readerOf(target: string, definitions: readonly Definition[]): Reader | undefined {
  const kind = identifierKinds.find((one) => one === target)
  if (kind) return (cell, { change }) => addIdentifiers(kind, cell, change.identifiers)
  if (target.startsWith('attribute.')) {
    const definition = definitions.find(({ name }) => name === target.slice('attribute.'.length))
    return definition && ((cell, { change }) => addAttribute(definition, cell, change.attributes))
  }
  return readers[target]
}

const readers: Record<string, Reader> = {
  id(cell, into) {
    into.id = cell
    return cell.length <= 100
  },
  name: (cell, { change }) => setField(change, 'name', cell),
  language: (cell, { change }) => setField(change, 'language', cell),
  timeZone: (cell, { change }) => setField(change, 'timeZone', cell),
  tags(cell, { change }) {
    change.tags = [...new Set(itemsOf(cell))]
    return problemOfField('tags', change.tags) === undefined
  },
  notes(cell, { change }) {
    change.notes = cell
    return cell.length <= maxNotes
  },
  isBlocked(cell, { change }) {
    const read = readAttribute('boolean', cell)
    if ('problem' in read) return false
    change.isBlocked = read.value === true
    return true
  },
}

function setField(change: Row['change'], field: 'name' | 'language' | 'timeZone', cell: string): boolean {
  change[field] = cell
  return problemOfField(field, cell) === undefined
}

function addAttribute({ id, type }: Definition, cell: string, into: Row['change']['attributes']): boolean {
  const read = readAttribute(type, type === 'list' ? itemsOf(cell) : cell)
  if ('problem' in read) return false
  into[id] = read.value
  return true
}

/** Values that count within an account have its credentials in brackets behind them. */
const withChannel = /^(.{1,254}) \(([^()\s]{1,100})\)$/

function addIdentifiers(kind: IdentifierKind, cell: string, into: ContactIdentifier[]): boolean {
  const isOfAccount = kind !== 'phone' && kind !== 'email'
  for (const item of itemsOf(cell)) {
    const [, value = item, channel = null] = (isOfAccount && withChannel.exec(item)) || []
    const one = value.length > 254 ? undefined : storedIdentifier(kind, value, channel)
    if (!one || into.length >= maxIdentifiers) return false
    into.push(one)
  }
  return true
}

/** Texts that are separated by semicolons, or else by commas. */
function itemsOf(cell: string): string[] {
  return cell
    .split(cell.includes(';') ? ';' : ',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function readRow(
  cells: readonly string[],
  header: readonly string[],
  readers: readonly (Reader | undefined)[],
): Row | Omit<RowProblem, 'row'> {
  const extra = cells.slice(header.length).find((cell) => cell.trim() !== '')
  if (extra !== undefined) return { reason: 'tooManyValues', column: null, value: extra.slice(0, maxSample) }
  const into: Row = { change: { attributes: {}, identifiers: [] } }
  for (const [index, reader] of readers.entries()) {
    const cell = withoutMark(cells[index] ?? '').trim()
    if (cell !== '' && reader && !reader(cell, into))
      return { reason: 'invalidValue', column: header[index] ?? null, value: cell.slice(0, maxSample) }
  }
  if (into.id === undefined && into.change.identifiers.length === 0)
    return { reason: 'noIdentifier', column: null, value: null }
  const byKey = new Map(into.change.identifiers.map((one) => [keyOfIdentifier(one), one]))
  into.change.identifiers = [...byKey.values()]
  return into
}

/** Exports mark cells that a spreadsheet would take for formulas. */
function withoutMark(cell: string): string {
  return cell.startsWith("'") && harmlessCell(cell.slice(1)) === cell ? cell.slice(1) : cell
}

function repeatedIn(
  seen: Map<string, number>,
  { id, change: { identifiers } }: Row,
  row: number,
): Omit<RowProblem, 'row'> | undefined {
  const keys = [...(id === undefined ? [] : [`id\n${id}`]), ...identifiers.map(keyOfIdentifier)]
  for (const key of keys) {
    const first = seen.get(key)
    if (first !== undefined) return { reason: 'repeated', column: null, value: String(first) }
  }
  for (const key of keys) seen.set(key, row)
  return undefined
}
