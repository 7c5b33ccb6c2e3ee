import { type Database, run, type Work } from '../database.js'
import { botOperations } from '../tables.js'
import { type BotOperationStore, keptBatches, type OperationBatch } from './bot-operations.js'

export function botOperationStore(database: Database): BotOperationStore {
  return {
    async list(botId, afterRevision, limit) {
      const sql =
        `SELECT ${botOperations.columns} FROM bot_operations WHERE bot_id = ? AND revision > ? ` +
        'ORDER BY revision LIMIT ?'
      return (await database.all(sql, botId, afterRevision, limit)).map((row) => botOperations.read(row))
    },
    async get(botId, id) {
      const sql = `SELECT ${botOperations.columns} FROM bot_operations WHERE bot_id = ? AND id = ?`
      const row = await database.get(sql, botId, id)
      return row && botOperations.read(row)
    },
  }
}

/** Keeps a batch, and lets go of the one that has become too old. */
export function* keepBatch(batch: OperationBatch): Work<void> {
  yield* run(botOperations.insert, ...botOperations.values(batch))
  const forget = 'DELETE FROM bot_operations WHERE bot_id = ? AND revision <= ?'
  yield* run(forget, batch.botId, batch.revision - keptBatches)
}
