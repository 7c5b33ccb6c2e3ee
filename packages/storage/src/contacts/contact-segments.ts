import { type Database, run } from '../database.js'
import { takeSlot } from '../quotas.js'
import { segments } from './contact-tables.js'
import type { ContactSegmentStore } from './contacts.js'

export function contactSegmentStore(database: Database): ContactSegmentStore {
  const ofSegment = 'WHERE id = ? AND workspace_id = ?'
  return {
    async listSegments(workspaceId) {
      const sql = `SELECT ${segments.columns} FROM contact_segments WHERE workspace_id = ? ORDER BY name, id`
      return (await database.all(sql, workspaceId)).map((row) => segments.read(row))
    },
    async getSegment(workspaceId, id) {
      const row = await database.get(`SELECT ${segments.columns} FROM contact_segments ${ofSegment}`, id, workspaceId)
      return row && segments.read(row)
    },
    async createSegment(segment) {
      await database.transaction(function* () {
        yield* takeSlot(database, 'contactSegments', segment.workspaceId)
        yield* run(segments.insert, ...segments.values(segment))
      })
    },
    async updateSegment(workspaceId, id, change) {
      const { sql, values } = segments.assignments(change)
      const update = `UPDATE contact_segments SET ${sql} ${ofSegment} RETURNING ${segments.columns}`
      const row = await database.returning(update, ...values, id, workspaceId)
      return row && segments.read(row)
    },
    async deleteSegment(workspaceId, id) {
      const row = await database.returning(
        `DELETE FROM contact_segments ${ofSegment} RETURNING ${segments.columns}`,
        id,
        workspaceId,
      )
      return row && segments.read(row)
    },
  }
}
