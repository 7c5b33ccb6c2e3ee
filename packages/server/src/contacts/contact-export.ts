import { Readable } from 'node:stream'
import { type AttributeValue, type ContactColumn, contactColumns, identifierKinds } from '@colloquy/flow/contacts'
import type { Contact, ContactAttribute, ContactFilter } from '@colloquy/storage'
import { csv } from '../exports/csv.js'
import { begunPages, reportedPages } from '../exports/pages.js'
import { timestamp } from '../http/timestamp.js'
import type { Needs } from '../service.js'
import { contactColumnNames } from './contact-columns.js'

interface ContactExport {
  workspaceId: string
  filter: ContactFilter
  definitions: readonly ContactAttribute[]
  isRaw: boolean
  /** Called if contacts could not be read to the end; the transfer then breaks off. */
  onError(error: unknown): void
}

/** Contacts that an export reads at once. */
const rowsAtOnce = 200

/** Exports contacts as CSV, which is made while it is sent. An import reads all of its columns, except times. */
export async function exportContacts(
  { storage }: Needs<'storage'>,
  { workspaceId, filter, definitions, isRaw, onError }: ContactExport,
): Promise<Readable> {
  const columns = [...fixedColumns, ...definitions.map(columnOfAttribute)]
  async function* pages(): AsyncGenerator<string[][]> {
    for (let after: Parameters<typeof storage.contacts.exportPage>[2]['after']; ; ) {
      const { contacts, next } = await storage.contacts.exportPage(workspaceId, filter, { after, limit: rowsAtOnce })
      if (contacts.length > 0) yield contacts.map((contact) => columns.map(({ cell }) => cell(contact)))
      if (!next) return
      after = next
    }
  }
  const header = columns.map(({ label }) => label)
  const read = reportedPages(await begunPages(pages()), onError)
  return Readable.from(csv(header, read, isRaw), { objectMode: false })
}

interface Column {
  label: string
  cell(contact: Contact): string
}

const cells: Readonly<Record<Exclude<ContactColumn, (typeof identifierKinds)[number]>, Column['cell']>> = {
  id: ({ id }) => id,
  name: ({ name }) => name ?? '',
  language: ({ language }) => language ?? '',
  timeZone: ({ timeZone }) => timeZone ?? '',
  tags: ({ tags }) => listCell(tags),
  notes: ({ notes }) => notes,
  isBlocked: ({ isBlocked }) => String(isBlocked),
}

const fixedColumns: Column[] = [
  ...contactColumns.map((id): Column => {
    const kind = identifierKinds.find((one) => one === id)
    return {
      label: contactColumnNames[id].label,
      cell: kind ? ({ identifiers }) => listCell(valuesOf(identifiers, kind)) : cells[id as keyof typeof cells],
    }
  }),
  { label: 'First seen', cell: ({ firstSeenAt }) => timestamp(firstSeenAt) },
  { label: 'Last seen', cell: ({ lastSeenAt }) => timestamp(lastSeenAt) },
]

const columnOfAttribute = ({ id, name }: ContactAttribute): Column => ({
  label: name,
  cell: ({ attributes }) => valueCell(attributes[id]),
})

function valueCell(value: AttributeValue | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'object' ? listCell(value) : String(value)
}

const valuesOf = (identifiers: Contact['identifiers'], kind: string): string[] =>
  identifiers
    .filter((one) => one.kind === kind)
    .map(({ value, channel }) => (channel === '' ? value : `${value} (${channel})`))

/** An import takes a text without semicolons apart at its commas. */
function listCell(items: readonly string[]): string {
  const [only = ''] = items
  return items.length === 1 && only.includes(',') ? `${only};` : items.join('; ')
}
