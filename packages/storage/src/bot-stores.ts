import type { Connection } from './connection.js'
import { archiveResults } from './result-store.js'
import type { BotChange, BotStore, ReleaseStore } from './storage.js'
import { botSummaries, bots, releases } from './table.js'

export function botStore(connection: Connection): BotStore {
  return {
    async create(bot) {
      return connection.write(() => {
        if (takenField(connection, bot.id, bot)) return 'taken'
        connection.run(bots.insert, ...bots.values(bot))
        return 'created'
      })
    },
    async find(id) {
      const row = connection.get(`SELECT ${bots.columns} FROM bots WHERE id = ?`, id)
      return row && bots.read(row)
    },
    async findByPublicId(publicId) {
      const row = connection.get(`SELECT ${botSummaries.columns} FROM bots WHERE public_id = ?`, publicId)
      return row && botSummaries.read(row)
    },
    async list(workspaceId, folderId) {
      const inFolder = folderId === undefined ? '' : 'AND folder_id IS ?'
      const sql =
        `SELECT ${botSummaries.columns} FROM bots WHERE workspace_id = ? AND is_archived = 0 ${inFolder} ` +
        'ORDER BY created_at DESC, id DESC'
      const rows =
        folderId === undefined ? connection.all(sql, workspaceId) : connection.all(sql, workspaceId, folderId)
      return rows.map((row) => botSummaries.read(row))
    },
    async listUsing(workspaceId, id) {
      const sql =
        `SELECT ${botSummaries.columns} FROM bots WHERE workspace_id = ? AND is_archived = 0 ` +
        'AND (messaging_credentials_id = ? OR instr(flow, ?) OR published_release_id IN ' +
        '(SELECT id FROM releases WHERE bot_id = bots.id AND instr(flow, ?))) ORDER BY created_at DESC, id DESC'
      const text = JSON.stringify(id)
      return connection.all(sql, workspaceId, id, text, text).map((row) => botSummaries.read(row))
    },
    async update(workspaceId, id, change, now, unlessUpdatedAfter = Number.MAX_SAFE_INTEGER) {
      const { sql, values } = bots.assignments({ ...change, updatedAt: now })
      const update = `UPDATE bots SET ${sql} WHERE id = ? RETURNING ${bots.columns}`
      return connection.write(() => {
        const find = 'SELECT updated_at AS updatedAt FROM bots WHERE id = ? AND workspace_id = ? AND is_archived = 0'
        const stored = connection.get<{ updatedAt: number }>(find, id, workspaceId)
        if (!stored) return { kind: 'missing' }
        if (stored.updatedAt > unlessUpdatedAfter) return { kind: 'conflict', updatedAt: stored.updatedAt }
        const field = takenField(connection, id, change)
        if (field) return { kind: 'taken', field }
        return { kind: 'updated', bot: bots.read(connection.get(update, ...values, id) as Record<string, unknown>) }
      })
    },
    async archive(workspaceId, id, now) {
      return connection.write(() => {
        const archive =
          'UPDATE bots SET is_archived = 1, public_id = NULL, custom_domain = NULL, published_release_id = NULL, ' +
          'updated_at = ? WHERE id = ? AND workspace_id = ? AND is_archived = 0'
        if (connection.run(archive, now, id, workspaceId) === 0) return false
        archiveResults(connection, workspaceId, id, 'all', now)
        connection.run('DELETE FROM sessions WHERE bot_id = ?', id)
        connection.run("UPDATE uploads SET state = 'removed' WHERE bot_id = ? AND state <> 'removed'", id)
        return true
      })
    },
  }
}

/** Which of the names that only one bot may have belongs to another one. */
function takenField(connection: Connection, id: string, { publicId, customDomain }: BotChange) {
  if (publicId != null && connection.get('SELECT 1 FROM bots WHERE public_id = ? AND id <> ?', publicId, id)) {
    return 'publicId'
  }
  const byDomain = 'SELECT 1 FROM bots WHERE custom_domain = ? AND id <> ?'
  return customDomain != null && connection.get(byDomain, customDomain, id) ? 'customDomain' : undefined
}

export function releaseStore(connection: Connection): ReleaseStore {
  return {
    async publish(release, publicId) {
      const point =
        'UPDATE bots SET published_release_id = ?, public_id = coalesce(public_id, ?) ' +
        'WHERE id = ? AND workspace_id = ? AND is_archived = 0'
      const find = 'SELECT public_id AS publicId FROM bots WHERE id = ? AND workspace_id = ? AND is_archived = 0'
      return connection.write(() => {
        const bot = connection.get<{ publicId: string | null }>(find, release.botId, release.workspaceId)
        if (!bot) return 'missing'
        if (bot.publicId === null && connection.get('SELECT 1 FROM bots WHERE public_id = ?', publicId)) return 'taken'
        connection.run(point, release.id, publicId, release.botId, release.workspaceId)
        connection.run(releases.insert, ...releases.values(release))
        return 'published'
      })
    },
    async unpublish(workspaceId, botId) {
      const sql =
        'UPDATE bots SET published_release_id = NULL ' +
        'WHERE id = ? AND workspace_id = ? AND published_release_id IS NOT NULL'
      return connection.write(() => connection.run(sql, botId, workspaceId) > 0)
    },
    async get(id) {
      const row = connection.get(`SELECT ${releases.columns} FROM releases WHERE id = ?`, id)
      return row && releases.read(row)
    },
  }
}
