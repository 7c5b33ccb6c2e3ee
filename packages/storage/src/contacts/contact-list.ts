import type { Database } from '../database.js'
import type { SqlValue } from '../table.js'
import { contacts } from './contact-tables.js'
import { conditionsOf, matches, rangeOf, wordField } from './contact-terms.js'
import { withIdentifiers } from './contact-writes.js'
import type { Contact, ContactCondition, ContactFilter, ContactPosition, ContactStore } from './contacts.js'

/** Contacts that a page reads at once: first as few as most pages need, then more. */
const firstRead = 50
const maxRead = 1_000
/** Contacts that one page looks at. */
const window = 10_000
/** If so few contacts match, they are sorted; beyond, enough of those who were seen last match. */
const fewContacts = 10_000

/** Lists and counts. Conditions are evaluated by the terms of contacts, so that any number of them needs one index. */
export function contactList(database: Database): Pick<ContactStore, 'list' | 'count' | 'exportPage'> {
  const { dialect, analyticalQuery: read } = database

  /** All contacts that match, those who were seen last first; undefined if they are many. */
  async function fewMatching(
    workspaceId: string,
    filter: ContactFilter,
    conditions: readonly ContactCondition[],
  ): Promise<ContactPosition[] | undefined> {
    if (conditions.length === 0) return undefined
    const { sql, values } = idsOf(workspaceId, filter, conditions)
    const found = await read<{ id: string }>(`SELECT id FROM (${sql}) AS found LIMIT ?`, ...values, fewContacts + 1)
    if (found.length > fewContacts) return undefined
    const ids = [...new Set(found.map(({ id }) => id))]
    const seen = `SELECT id, last_seen_at AS "lastSeenAt" FROM contacts WHERE workspace_id = ? AND id ${dialect.isOneOf}`
    return (await read<ContactPosition>(seen, workspaceId, ids)).sort(compare)
  }

  async function readContacts(
    workspaceId: string,
    positions: readonly Pick<ContactPosition, 'id'>[],
  ): Promise<Contact[]> {
    const sql = `SELECT ${contacts.columns} FROM contacts WHERE workspace_id = ? AND merged_into IS NULL AND id ${dialect.isOneOf}`
    const ids = positions.map(({ id }) => id)
    const rows = await read(sql, workspaceId, ids)
    return (await withIdentifiers(read, dialect, workspaceId, rows)).sort(compare)
  }

  /** By id, those that are merged excepted. */
  async function readAfter(workspaceId: string, after: string, limit: number): Promise<Contact[]> {
    const sql = `SELECT ${contacts.columns} FROM contacts WHERE workspace_id = ? AND id > ? AND merged_into IS NULL ORDER BY id LIMIT ?`
    return withIdentifiers(read, dialect, workspaceId, await read(sql, workspaceId, after, limit))
  }

  async function* newestFirst(
    workspaceId: string,
    { seenFrom, seenBefore }: ContactFilter,
    before: ContactPosition | undefined,
  ): AsyncGenerator<Contact[]> {
    let after = before
    for (let size = firstRead; ; size = Math.min(size * 4, maxRead)) {
      const parts = ['workspace_id = ?', 'merged_into IS NULL']
      const values: SqlValue[] = [workspaceId]
      const add = (sql: string, ...given: SqlValue[]) => {
        parts.push(sql)
        values.push(...given)
      }
      if (seenFrom !== undefined) add('last_seen_at >= ?', seenFrom)
      if (after) add('(last_seen_at, id) < (?, ?)', after.lastSeenAt, after.id)
      else if (seenBefore !== undefined) add('last_seen_at < ?', seenBefore)
      const order = 'ORDER BY last_seen_at DESC, id DESC LIMIT ?'
      const rows = await read(
        `SELECT ${contacts.columns} FROM contacts WHERE ${parts.join(' AND ')} ${order}`,
        ...values,
        size,
      )
      const found = await withIdentifiers(read, dialect, workspaceId, rows)
      if (found.length > 0) yield found
      after = found.at(-1)
      if (!after || found.length < size) return
    }
  }

  async function* ofPositions(
    workspaceId: string,
    positions: readonly ContactPosition[],
    before: ContactPosition | undefined,
  ): AsyncGenerator<Contact[]> {
    const rest = before ? positions.filter((position) => compare(before, position) < 0) : positions
    for (let at = 0, size = firstRead; at < rest.length; at += size, size = Math.min(size * 4, maxRead))
      yield await readContacts(workspaceId, rest.slice(at, at + size))
  }

  return {
    async list(workspaceId, filter, { before, limit, bytes }) {
      const conditions = conditionsOf(filter)
      if (isEmptySearch(filter, conditions)) return { contacts: [] }
      const few = await fewMatching(workspaceId, filter, conditions)
      const parts = few ? ofPositions(workspaceId, few, before) : newestFirst(workspaceId, filter, before)
      const found: Contact[] = []
      let taken = 0
      let looked = 0
      let last: Contact | undefined
      for await (const part of parts) {
        for (const contact of part) {
          if (looked === window) return { contacts: found, ...(last && { next: positionOf(last) }) }
          if (matches(contact, conditions, filter)) {
            taken += bytesOf(contact)
            const isFull = found.length === limit || (found.length > 0 && taken > bytes)
            if (isFull) return { contacts: found, ...(last && { next: positionOf(last) }) }
            found.push(contact)
          }
          last = contact
          looked += 1
        }
      }
      return { contacts: found }
    },

    async exportPage(workspaceId, filter, { after, limit }) {
      const conditions = conditionsOf(filter)
      if (isEmptySearch(filter, conditions)) return { contacts: [] }
      const begin = after?.after ?? ''
      const few = after?.isScan ? undefined : await fewMatching(workspaceId, filter, conditions)
      const ids = few?.map(({ id }) => id).filter((id) => id > begin)
      const page = ids?.toSorted().slice(0, limit)
      const contacts = page
        ? await readContacts(
            workspaceId,
            page.map((id) => ({ id })),
          )
        : await readAfter(workspaceId, begin, limit)
      const last = page ? page.at(-1) : contacts.at(-1)?.id
      const isLast = last === undefined || (page ? page.length === ids?.length : contacts.length < limit)
      return {
        contacts: contacts
          .filter((contact) => matches(contact, conditions, filter))
          .sort((one, other) => (one.id < other.id ? -1 : 1)),
        ...(!isLast && { next: { after: last, isScan: !few } }),
      }
    },

    async count(workspaceId, filter) {
      const conditions = conditionsOf(filter)
      if (isEmptySearch(filter, conditions)) return 0
      const { sql, values } = countOf(workspaceId, filter, conditions)
      const [row] = await read<{ count: number | string }>(sql, ...values)
      return Number(row?.count ?? 0)
    },
  }
}

/** True for a search without a word. */
const isEmptySearch = ({ search }: ContactFilter, conditions: readonly ContactCondition[]) =>
  search !== undefined && !conditions.some(({ field }) => field === wordField)

/** Each condition is a range of an index that is sorted by contact, so that both databases merge them without reading contacts. */
function idsOf(workspaceId: string, { seenFrom, seenBefore }: ContactFilter, conditions: readonly ContactCondition[]) {
  const values: SqlValue[] = []
  const select = (condition: ContactCondition) => {
    const range = rangeOf(workspaceId, condition)
    values.push(...range.values)
    return `SELECT contact_id AS id FROM contact_terms WHERE ${range.sql}`
  }
  const sets = conditions.filter(({ isNot }) => !isNot).map(select)
  if (seenFrom !== undefined || seenBefore !== undefined || sets.length === 0) {
    const bounds = ['workspace_id = ?', 'merged_into IS NULL']
    values.push(workspaceId)
    const add = (sql: string, value: number | undefined) => {
      if (value === undefined) return
      bounds.push(sql)
      values.push(value)
    }
    add('last_seen_at >= ?', seenFrom)
    add('last_seen_at < ?', seenBefore)
    sets.push(`SELECT id FROM contacts WHERE ${bounds.join(' AND ')}`)
  }
  const excluded = conditions.filter(({ isNot }) => isNot).map((condition) => ` EXCEPT ${select(condition)}`)
  return { sql: sets.join(' INTERSECT ') + excluded.join(''), values, isMerged: sets.length > 1 || excluded.length > 0 }
}

function countOf(workspaceId: string, filter: ContactFilter, conditions: readonly ContactCondition[]) {
  const { sql, values, isMerged } = idsOf(workspaceId, filter, conditions)
  const isAll = conditions.length === 0 && filter.seenFrom === undefined && filter.seenBefore === undefined
  if (isAll)
    return { sql: 'SELECT contacts AS count FROM contact_counts WHERE workspace_id = ?', values: [workspaceId] }
  const [only] = conditions
  // A contact has an entry for one value at most once; those of a range may be of one contact.
  const isUnique = isMerged || only === undefined || 'text' in only || 'number' in only
  return { sql: `SELECT count(${isUnique ? '*' : 'DISTINCT id'}) AS count FROM (${sql}) AS found`, values }
}

/** Orders contacts by when they were seen, the latest first. */
function compare(one: ContactPosition, other: ContactPosition): number {
  return other.lastSeenAt - one.lastSeenAt || (one.id < other.id ? 1 : -1)
}

const positionOf = ({ lastSeenAt, id }: ContactPosition) => ({ lastSeenAt, id })

/** About the bytes that a contact takes in a response. */
export const bytesOf = (contact: Contact): number => JSON.stringify(contact).length
