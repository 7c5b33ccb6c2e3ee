import { type Database, get } from '../database.js'
import { takePlace } from '../quotas.js'
import { Table } from '../table.js'
import { type BotComment, type BotCommentStore, mostComments } from './bot-comments.js'

const comments = new Table<BotComment>('bot_comments', {
  id: 'text',
  botId: 'text',
  threadId: 'text',
  groupId: 'text',
  blockId: 'text',
  authorId: 'text',
  text: 'text',
  createdAt: 'integer',
  resolvedAt: 'integer',
})

export function botCommentStore(database: Database): BotCommentStore {
  return {
    async list(botId) {
      const sql =
        `SELECT ${comments.columns} FROM bot_comments WHERE bot_id = ? ` +
        `ORDER BY created_at DESC, id DESC LIMIT ${mostComments}`
      return (await database.all(sql, botId)).map((row) => comments.read(row)).reverse()
    },
    async find(botId, id) {
      const sql = `SELECT ${comments.columns} FROM bot_comments WHERE bot_id = ? AND id = ?`
      const row = await database.get(sql, botId, id)
      return row && comments.read(row)
    },
    async add(comment) {
      const values = comments.values(comment)
      const isFirst = comment.threadId === comment.id
      const columns = comments.columnTypes.map(({ column }) => column).join(', ')
      const sql = isFirst
        ? `${comments.insert} RETURNING id`
        : `INSERT INTO bot_comments (${columns}) SELECT ${values.map(() => '?').join(', ')} ` +
          'WHERE EXISTS (SELECT 1 FROM bot_comments WHERE bot_id = ? AND id = ? AND thread_id = ?) RETURNING id'
      const thread = isFirst ? [] : [comment.botId, comment.threadId, comment.threadId]
      return database.transaction(function* () {
        yield* takePlace(database, 'commentsPerBot', comment.botId)
        return (yield* get(sql, ...values, ...thread)) !== undefined
      })
    },
    async resolve(botId, id, at) {
      const sql =
        'UPDATE bot_comments SET resolved_at = ? WHERE bot_id = ? AND id = ? AND thread_id = ? ' +
        `RETURNING ${comments.columns}`
      const row = await database.returning(sql, at, botId, id, id)
      return row && comments.read(row)
    },
    async delete(botId, id) {
      const sql = `DELETE FROM bot_comments WHERE bot_id = ? AND id = ? RETURNING ${comments.columns}`
      const row = await database.returning(sql, botId, id)
      return row && comments.read(row)
    },
  }
}
