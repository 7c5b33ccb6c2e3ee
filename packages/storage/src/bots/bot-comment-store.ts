import { count, countBytes } from '../bot-sizes.js'
import { type Database, get, type Work } from '../database.js'
import { takeSlot } from '../quotas.js'
import { Table } from '../table.js'
import { type BotComment, type BotCommentStore, maxComments } from './bot-comments.js'

const comments = new Table<BotComment>('bot_comments', {
  id: 'text',
  botId: 'text',
  threadId: 'text',
  groupId: 'text',
  blockId: 'text',
  authorId: 'text',
  text: 'text',
  mentions: 'text',
  createdAt: 'integer',
  resolvedAt: 'integer',
})

export function botCommentStore(database: Database): BotCommentStore {
  function* countComments(botId: string): Work<void> {
    const sql = 'SELECT workspace_id AS "workspaceId" FROM bots WHERE id = ?'
    const bot = yield* get<{ workspaceId: string }>(sql, botId)
    if (bot) yield* countBytes(database, { ...bot, id: botId }, 'comment')
  }
  return {
    async list(botId) {
      const sql =
        `SELECT ${comments.columns} FROM bot_comments WHERE bot_id = ? ` +
        `ORDER BY created_at DESC, id DESC LIMIT ${maxComments}`
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
        yield* takeSlot(database, 'commentsPerBot', comment.botId)
        if ((yield* get(sql, ...values, ...thread)) === undefined) return false
        yield* countComments(comment.botId)
        return true
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
      return database.transaction(function* () {
        const row = yield* get(sql, botId, id)
        if (!row) return undefined
        yield* count(botId, 'comment')
        return comments.read(row)
      })
    },
    async authors(botId, { threadId, max }) {
      const inThread = threadId === undefined ? [] : [threadId]
      const sql =
        'SELECT author_id AS id FROM bot_comments ' +
        `WHERE bot_id = ? ${threadId === undefined ? '' : 'AND thread_id = ? '}AND author_id IS NOT NULL ` +
        'GROUP BY author_id ORDER BY max(created_at) DESC, author_id LIMIT ?'
      return (await database.all<{ id: string }>(sql, botId, ...inThread, max)).map(({ id }) => id)
    },
    async readAt(botId, userId) {
      const sql = 'SELECT read_at AS "readAt" FROM comment_reads WHERE bot_id = ? AND user_id = ?'
      const row = await database.get<{ readAt: unknown }>(sql, botId, userId)
      return row && Number(row.readAt)
    },
    async markRead(botId, userId, at) {
      const sql =
        'INSERT INTO comment_reads (bot_id, user_id, read_at) VALUES (?, ?, ?) ' +
        'ON CONFLICT (bot_id, user_id) DO UPDATE SET read_at = excluded.read_at WHERE comment_reads.read_at < excluded.read_at'
      await database.run(sql, botId, userId, at)
    },
  }
}
