import { type Database, get, run } from '../database.js'
import { takeSlot } from '../quotas.js'
import { Table } from '../table.js'
import type { SavedReply, SavedReplyStore } from './conversations.js'

const replies = new Table<SavedReply>('saved_replies', {
  workspaceId: 'text',
  shortcut: 'text',
  text: 'text',
  updatedAt: 'integer',
})

export function savedReplyStore(database: Database): SavedReplyStore {
  const ofReply = 'WHERE workspace_id = ? AND shortcut = ?'
  return {
    async listReplies(workspaceId) {
      const sql = `SELECT ${replies.columns} FROM saved_replies WHERE workspace_id = ? ORDER BY shortcut`
      return (await database.all(sql, workspaceId)).map((row) => replies.read(row))
    },
    async saveReply(reply) {
      const { workspaceId, shortcut } = reply
      const save = `${replies.insert} ON CONFLICT (workspace_id, shortcut) DO UPDATE SET text = excluded.text, updated_at = excluded.updated_at`
      await database.transaction(function* () {
        if (!(yield* get(`SELECT 1 FROM saved_replies ${ofReply}`, workspaceId, shortcut)))
          yield* takeSlot(database, 'savedReplies', workspaceId)
        yield* run(save, ...replies.values(reply))
      })
    },
    async deleteReply(workspaceId, shortcut) {
      return (await database.run(`DELETE FROM saved_replies ${ofReply}`, workspaceId, shortcut)) > 0
    },
  }
}
