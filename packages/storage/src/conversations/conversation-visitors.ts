import type { Database } from '../database.js'
import type { Visitor } from './conversations.js'

interface Named {
  id: string
  name: string | null
  mergedInto: string | null
}

/** Adds to each conversation the contact that its visitor is, by name or by an identifier. */
export async function withVisitors<Row extends { sessionId: string; workspaceId: string }>(
  { all, dialect: { isOneOf } }: Pick<Database, 'all' | 'dialect'>,
  rows: readonly Row[],
): Promise<(Row & { visitor: Visitor | null })[]> {
  const workspaceId = rows[0]?.workspaceId
  const owners = workspaceId === undefined ? [] : await contactsOf(rows.map(({ sessionId }) => sessionId))
  if (workspaceId === undefined || owners.length === 0) return rows.map((row) => ({ ...row, visitor: null }))

  function contactsOf(sessionIds: string[]) {
    const sql = `SELECT id, contact_id AS "contactId" FROM sessions WHERE id ${isOneOf} AND contact_id IS NOT NULL`
    return all<{ id: string; contactId: string }>(sql, sessionIds)
  }
  const named = (ids: readonly string[]) =>
    all<Named>(
      `SELECT id, name, merged_into AS "mergedInto" FROM contacts WHERE workspace_id = ? AND id ${isOneOf}`,
      ...([workspaceId, ids] as const),
    )
  const found = new Map((await named(unique(owners.map(({ contactId }) => contactId)))).map((one) => [one.id, one]))
  const merged = [...found.values()].flatMap(({ mergedInto }) => mergedInto ?? [])
  if (merged.length > 0) for (const one of await named(unique(merged))) found.set(one.id, one)
  const contactOf = (id: string): Named | undefined => found.get(found.get(id)?.mergedInto ?? id)
  const unnamed = unique([...found.values()].flatMap(({ id, name }) => (name === null ? [id] : [])))
  const identifiers =
    unnamed.length === 0
      ? []
      : await all<{ contactId: string; value: string }>(
          `SELECT contact_id AS "contactId", min(value) AS value FROM contact_identifiers WHERE workspace_id = ? AND contact_id ${isOneOf} GROUP BY contact_id`,
          ...([workspaceId, unnamed] as const),
        )
  const byContact = new Map(identifiers.map(({ contactId, value }) => [contactId, value]))
  const bySession = new Map(owners.map(({ id, contactId }) => [id, contactOf(contactId)]))
  return rows.map((row) => {
    const contact = bySession.get(row.sessionId)
    const name = contact && (contact.name ?? byContact.get(contact.id) ?? null)
    return { ...row, visitor: contact ? { contactId: contact.id, name: name ?? null } : null }
  })
}

const unique = (ids: readonly string[]): string[] => [...new Set(ids)]
