import { type Database, get } from '../database.js'
import { deleteResults, deleteSessions } from '../results/delete-results.js'
import { forgetSender } from '../results/forget-sender.js'
import { aliasesOf, removeContact } from './contact-writes.js'
import type { ContactConversation, ContactErasureStore, ErasedContact } from './contacts.js'

/** Conversations of contacts with their results, and messages of channels: listed, and erased with a contact. */
export function contactErasureStore(database: Database): ContactErasureStore {
  const { isOneOf } = database.dialect

  async function idsOf(workspaceId: string, id: string): Promise<string[]> {
    return database.transaction(function* () {
      return [id, ...(yield* aliasesOf(workspaceId, id))]
    })
  }

  /** Deletes results and sessions a few at a time, so that turns run in between. Counts them in the report. */
  async function eraseConversations(workspaceId: string, ids: readonly string[], report: ErasedContact): Promise<void> {
    const owned = `contact_id ${isOneOf} AND workspace_id = ? LIMIT ${atOnce}`
    const count = async (sql: string, given: readonly string[]) =>
      Number((await database.get<{ count: number | string }>(sql, given))?.count)
    for (;;) {
      const found = (await database.all<{ id: string }>(`SELECT id FROM results WHERE ${owned}`, ids, workspaceId)).map(
        ({ id }) => id,
      )
      if (found.length === 0) break
      report.files += await count(
        `SELECT count(*) AS count FROM uploads WHERE result_id ${isOneOf} AND state <> 'removed'`,
        found,
      )
      report.answers += await count(`SELECT count(*) AS count FROM answers WHERE result_id ${isOneOf}`, found)
      report.conversations += await count(`SELECT count(*) AS count FROM sessions WHERE result_id ${isOneOf}`, found)
      report.results += await database.transaction(() => deleteResults(database, found))
    }
    for (;;) {
      const found = (
        await database.all<{ id: string }>(`SELECT id FROM sessions WHERE ${owned}`, ids, workspaceId)
      ).map(({ id }) => id)
      if (found.length === 0) break
      await database.transaction(() => deleteSessions(isOneOf, found))
      report.conversations += found.length
    }
  }

  return {
    async erase(workspaceId, id) {
      return database.erasing(async () => {
        const report = { results: 0, answers: 0, conversations: 0, files: 0, identifiers: 0, contacts: 0 }
        const ids = await idsOf(workspaceId, id)
        await eraseConversations(workspaceId, ids, report)
        const contact = await database.transaction(() => removeContact(database, workspaceId, id))
        if (!contact) return undefined
        report.contacts = ids.length
        report.identifiers = contact.identifiers.length
        // A turn that ran meanwhile may have left more.
        await eraseConversations(workspaceId, ids, report)
        for (const { value } of contact.identifiers)
          await database.transaction(() => forgetSender(workspaceId, value.replace(/^\+/, '')))
        return report
      })
    },
    async listConversations(workspaceId, id, { before, limit }) {
      const ids = await idsOf(workspaceId, id)
      const after = before ? ' AND (sessions.created_at, sessions.id) < (?, ?)' : ''
      const page =
        'SELECT sessions.id, bot_id AS "botId", bots.name AS "botName", result_id AS "resultId", sessions.created_at AS "createdAt", ' +
        'sessions.updated_at AS "updatedAt", sessions.ended_at AS "endedAt", sessions.expires_at AS "expiresAt" ' +
        `FROM sessions JOIN bots ON bots.id = sessions.bot_id WHERE contact_id ${isOneOf} AND sessions.workspace_id = ?${after} ` +
        'ORDER BY sessions.created_at DESC, sessions.id DESC LIMIT ?'
      const values = before ? [before.createdAt, before.id] : []
      const rows = await database.all<ContactConversation>(page, ids, workspaceId, ...values, limit)
      const results = rows.flatMap(({ resultId }) => resultId ?? [])
      const find =
        'SELECT id, source, has_started AS "hasStarted", is_completed AS "isCompleted" FROM results ' +
        `WHERE id ${isOneOf} AND workspace_id = ? AND is_deleted = 0`
      const found = await database.all<{ id: string; source: string | null; hasStarted: number; isCompleted: number }>(
        find,
        results,
        workspaceId,
      )
      const byId = new Map(found.map((result) => [result.id, result]))
      return rows.map((row) => {
        const result = byId.get(row.resultId ?? '')
        return {
          ...row,
          resultId: result?.id ?? null,
          source: result?.source ?? null,
          isCompleted: result?.isCompleted === 1,
        }
      })
    },
    async deleteUnseen(before, limit) {
      const isOld =
        'merged_into IS NULL AND last_seen_at < ? AND NOT EXISTS (SELECT 1 FROM sessions WHERE contact_id = contacts.id)'
      const find =
        'SELECT contacts.workspace_id AS "workspaceId", contacts.id FROM workspaces JOIN contacts ' +
        `ON contacts.workspace_id = workspaces.id AND ${isOld} LIMIT ?`
      const found = await database.analyticalQuery<{ workspaceId: string; id: string }>(find, before, limit)
      let deleted = 0
      for (const { workspaceId, id } of found)
        await database.transaction(function* () {
          const still = yield* get(
            `SELECT 1 AS found FROM contacts WHERE workspace_id = ? AND id = ? AND ${isOld}`,
            workspaceId,
            id,
            before,
          )
          if (still && (yield* removeContact(database, workspaceId, id))) deleted += 1
        })
      return deleted
    },
  }
}

/** Results or sessions that one transaction deletes: much may hang on each. */
const atOnce = 50
