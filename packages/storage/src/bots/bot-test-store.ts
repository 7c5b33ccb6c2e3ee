import { count, countBytes } from '../bot-sizes.js'
import { type Database, get, run, type Work } from '../database.js'
import { Table } from '../table.js'
import type { BotTest, BotTestStore, TestQuota } from './bot-tests.js'

const tests = new Table<BotTest>('bot_tests', {
  id: 'text',
  botId: 'text',
  name: 'text',
  test: 'text',
  createdAt: 'integer',
  updatedAt: 'integer',
})

/** Adds tests as a part of another transaction. */
export function* insertTests(added: readonly BotTest[]): Work<void> {
  for (const one of added) yield* run(tests.insert, ...tests.values(one))
}

export function botTestStore(database: Database): BotTestStore {
  const lockBot = `SELECT 1 FROM bots WHERE id = ?${database.dialect.forUpdate}`
  function* countTests(botId: string): Work<void> {
    const bot = yield* get<{ workspaceId: string }>(
      'SELECT workspace_id AS "workspaceId" FROM bots WHERE id = ?',
      botId,
    )
    if (bot) yield* countBytes(database, { ...bot, id: botId }, 'test')
  }
  /**
   * True if the tests fit within the bot's limits. Transactions that write tests of one bot run one after another, so that together they
   * stay within them.
   */
  function* isWithinQuota(botId: string, added: readonly string[], room: TestQuota, replacedId = ''): Work<boolean> {
    yield* get(lockBot, botId)
    const sums =
      'SELECT count(*) AS tests, coalesce(sum(octet_length(test)), 0) AS bytes FROM bot_tests WHERE bot_id = ? AND id <> ?'
    const taken = yield* get<{ tests: unknown; bytes: unknown }>(sums, botId, replacedId)
    const bytes = added.reduce((sum, test) => sum + Buffer.byteLength(test), Number(taken?.bytes ?? 0))
    return Number(taken?.tests ?? 0) + added.length <= room.tests && bytes <= room.bytes
  }
  return {
    async list(botId) {
      const sql = `SELECT ${tests.columns} FROM bot_tests WHERE bot_id = ? ORDER BY created_at, id`
      return (await database.all(sql, botId)).map((row) => tests.read(row))
    },
    async add(added, room) {
      const [first] = added
      if (!first) return 'added'
      return database.transaction(function* () {
        const texts = added.map(({ test }) => test)
        if (!(yield* isWithinQuota(first.botId, texts, room))) return 'full'
        yield* insertTests(added)
        yield* countTests(first.botId)
        return 'added'
      })
    },
    async update({ id, botId, name, test, updatedAt }, room, basedOn) {
      const sql =
        'UPDATE bot_tests SET name = ?, test = ?, updated_at = ? WHERE bot_id = ? AND id = ? ' +
        `RETURNING ${tests.columns}`
      const timeOf = 'SELECT updated_at AS "updatedAt" FROM bot_tests WHERE bot_id = ? AND id = ?'
      return database.transaction(function* () {
        if (!(yield* isWithinQuota(botId, [test], room, id))) return 'full'
        const stored = yield* get<{ updatedAt: unknown }>(timeOf, botId, id)
        if (!stored) return 'missing'
        const before = Number(stored.updatedAt)
        if (basedOn !== undefined && before !== basedOn) return 'changed'
        // Two versions never have the same time.
        const row = yield* get(sql, name, test, Math.max(updatedAt, before + 1), botId, id)
        if (!row) return 'missing'
        yield* countTests(botId)
        return tests.read(row)
      })
    },
    async delete(botId, id) {
      const sql = `DELETE FROM bot_tests WHERE bot_id = ? AND id = ? RETURNING ${tests.columns}`
      return database.transaction(function* () {
        yield* get(lockBot, botId)
        const row = yield* get(sql, botId, id)
        yield* count(botId, 'test')
        return row && tests.read(row)
      })
    },
  }
}
