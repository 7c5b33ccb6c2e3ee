import { countBytes } from '../bot-sizes.js'
import { type Database, run, type Work } from '../database.js'
import { type BotOperationStore, keptBatches, type OperationBatch } from './bot-operations.js'
import { botOperations } from './bot-tables.js'

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

/**
 * Part of a transaction that locked the bot: keeps a batch, and deletes the one that has become too old. Large batches and every sixteenth are
 * counted towards the quota of the workspace.
 */
export function* keepBatch(database: Database, workspaceId: string, batch: OperationBatch): Work<void> {
  const { botId, revision, operations, refusals } = batch
  yield* run(botOperations.insert, ...botOperations.values(batch))
  const forget = 'DELETE FROM bot_operations WHERE bot_id = ? AND revision <= ?'
  yield* run(forget, botId, revision - keptBatches)
  const isLarge = (operations?.length ?? 0) + refusals.length > largeBatch
  if (!isLarge && revision % 16 !== 0) return
  yield* countBytes(database, { workspaceId, id: botId }, 'operation', withFewerBatches(botId, revision))
}

/** Frees space by deleting all batches of a bot but the last ones: clients that were offline longer load the draft again. */
export function withFewerBatches(botId: string, revision: number) {
  return {
    part: 'operation' as const,
    *delete(): Work<void> {
      yield* run('DELETE FROM bot_operations WHERE bot_id = ? AND revision <= ?', botId, revision - fewBatches)
    },
  }
}

/** Characters. */
const largeBatch = 16_000
const fewBatches = 10
