import { ApiError, type Issue } from '@colloquy/api'
import { contactColumns } from '@colloquy/flow/contacts'
import type { ContactAttribute, ImportOutcome } from '@colloquy/storage'
import type { ContactOfRow, RowProblem, RowReason } from '../documents/read-contacts.js'
import type { Handlers } from '../http/handler.js'
import { newId } from '../ids.js'
import { nextRound } from '../process/next-round.js'
import type { Needs } from '../service.js'

/** Rows of one transaction, so that turns run in between. */
const rowsAtOnce = 50
/** Problems that a response lists. */
const maxProblems = 100

/** Handlers of imports of contacts. */
export const contactImportHandlers: Handlers<'readContactFile' | 'importContacts'> = {
  async readContactFile(service, { body: { csv }, workspace }) {
    const definitions = await service.storage.contacts.listAttributes(workspace.id)
    const read = await service.documents.read(workspace.id, 'readContactColumns', { csv, definitions })
    if ('problem' in read) throw new ApiError('contacts_unreadable', { message: read.problem })
    return read.result
  },

  async importContacts(service, { body, workspace }) {
    const { csv, columns, isDryRun = false, fromRow = 2 } = body
    const { storage, config, documents } = service
    const definitions = await storage.contacts.listAttributes(workspace.id)
    checkColumns(columns, definitions)
    const read = await documents.read(workspace.id, 'readContacts', { csv, definitions, columns, fromRow })
    if ('problem' in read) throw new ApiError('contacts_unreadable', { message: read.problem })
    const { contacts, problems, rows } = read.result
    const end = performance.now() + config.limits.contactImportMilliseconds
    const counts = { created: 0, changed: 0, unchanged: 0 }
    const refused: RowProblem[] = []
    let at = 0
    while (at < contacts.length && (at === 0 || performance.now() < end)) {
      const part = contacts.slice(at, at + rowsAtOnce)
      for (const [index, outcome] of (await importPart(service, workspace.id, part, isDryRun)).entries()) {
        const reason = reasons[outcome as keyof typeof reasons]
        if (reason) refused.push({ row: (part[index] as ContactOfRow).row, reason, column: null, value: null })
        else counts[outcome as keyof typeof counts] += 1
      }
      at += part.length
      await nextRound()
    }
    const nextRow = contacts[at]?.row ?? null
    const all = [...problems.filter(({ row }) => nextRow === null || row < nextRow), ...refused]
    return {
      rows,
      ...counts,
      refused: all.length,
      problems: all
        .toSorted((one, other) => one.row - other.row)
        .slice(0, maxProblems)
        .map((problem) => ({ ...problem, message: messageOf(problem) })),
      nextRow,
    }
  },
}

const reasons: Readonly<Partial<Record<ImportOutcome, RowReason>>> = {
  unknown: 'unknownContact',
  several: 'severalContacts',
  large: 'tooLarge',
}

function importPart(
  { storage, config, now }: Needs<'storage' | 'config' | 'now'>,
  workspaceId: string,
  part: readonly ContactOfRow[],
  isDryRun: boolean,
): Promise<ImportOutcome[]> {
  const { contactsPerWorkspace, contactBytes } = config.limits
  return storage.contacts.import(
    workspaceId,
    part.map(({ id, change }) => ({ ...(id !== undefined && { id }), newId: newId(), change })),
    { at: now(), limits: { contacts: contactsPerWorkspace, bytes: contactBytes }, isDryRun },
  )
}

/** Throws `invalid_request` with an issue for each column that contacts do not have, or that two columns have. */
function checkColumns(columns: readonly (string | null)[], definitions: readonly ContactAttribute[]): void {
  const known = new Set<string>([...contactColumns, ...definitions.map(({ name }) => `attribute.${name}`)])
  const issues = columns.flatMap((target, index): Issue[] => {
    if (target === null) return []
    if (!known.has(target)) return [{ path: `columns.${index}`, message: `Contacts have no column ${target}` }]
    const isRepeated = columns.indexOf(target) < index
    return isRepeated ? [{ path: `columns.${index}`, message: `Two columns are ${target}. Leave one of them out` }] : []
  })
  if (issues.length > 0) throw new ApiError('invalid_request', { issues })
}

function messageOf({ reason, column, value }: RowProblem): string {
  const messages: Readonly<Record<RowReason, string>> = {
    noIdentifier: 'It has no phone number, email or other identifier.',
    invalidValue: `The value of ${column} does not fit: ${value}.`,
    tooManyValues: `It has more values than the file has columns: ${value}.`,
    repeated: `It has an identifier of row ${value}.`,
    severalContacts: 'Its identifiers belong to several contacts. Merge them first.',
    unknownContact: 'There is no contact with its ID.',
    tooLarge: 'The contact would be too large.',
  }
  return messages[reason]
}
