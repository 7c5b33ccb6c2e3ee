import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Listeners } from '../changes.js'
import { messagingStore } from '../messaging/messaging-store.js'
import { checkSchema, type OnMigration } from '../migrations.js'
import type { Quotas } from '../quota-limits.js'
import { recordingStore } from '../recordings/recording-store.js'
import { sessionReads } from '../sessions/session-reads.js'
import type { TurnOptions } from '../sessions/turn-options.js'
import type { Storage } from '../storage.js'
import { storesOf } from '../stores.js'
import { Checkpoints } from './checkpoints.js'
import { Connection } from './connection.js'
import { lockFolder } from './instance-lock.js'
import { Reader } from './reader.js'
import { sessionTurns } from './session-turns.js'
import { SharedWrites } from './shared-writes.js'
import { sqliteDatabase } from './sqlite-database.js'

export interface SqliteOptions extends TurnOptions {
  /** Created when it does not exist. */
  folder: string
  /** Limits on the number of rows of one owner; none by default. */
  quotas?: Quotas
  /** Waits for the disk; true by default. Otherwise a crash of the machine, but none of the process, loses what was written last: for tests. */
  isDurable?: boolean
  /** Called once, when the disk has failed and no more writes are taken: the process should end. */
  onFatal?: (error: Error) => void
  onMigration?: OnMigration
}

/** Opens `<folder>/colloquy.db`; throws when another process has it, or when a newer Colloquy wrote it. */
export async function openSqlite(options: SqliteOptions): Promise<Storage> {
  const { folder, quotas, isDurable = true, onFatal = () => {}, onMigration, ...turnOptions } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unlock = lockFolder(folder)
  const path = join(folder, 'colloquy.db')
  let connection: Connection
  try {
    connection = new Connection(path, onFatal, isDurable, onMigration)
  } catch (error) {
    unlock()
    throw error
  }
  const checkpoints = new Checkpoints(path, connection)
  const reader = new Reader(path, (error) => connection.noteFailure(error))
  const listeners = new Listeners()
  const shared = new SharedWrites(connection)
  const context = { reader, listeners, quotas }
  const database = sqliteDatabase(connection, context)
  const { flush, ...turns } = sessionTurns(connection, turnOptions)
  const stores = storesOf(database)
  return {
    ...stores,
    removals: {
      async work(now, max) {
        await checkpoints.caughtUp()
        return stores.removals.work(now, max)
      },
    },
    messaging: messagingStore(sqliteDatabase(connection, { ...context, shared })),
    sessions: { ...sessionReads(database), ...turns },
    recordings: recordingStore(database, { folder }),
    // One process at most is on the file.
    claims: { take: async () => async () => {} },
    changes: {
      publish: (topic, id) => database.transaction(() => database.changed(topic, id)),
      subscribe: (topic, listener) => listeners.add(topic, listener),
    },
    exclusively: (_, work) => work(),
    async check() {
      const found = connection.write(() =>
        connection.get<{ schema: number }>('SELECT max(number) AS schema FROM migrations'),
      )
      checkSchema(found?.schema ?? 0)
      await connection.durable()
    },
    async close() {
      await Promise.all([flush(), shared.flush()])
      await reader.close()
      await checkpoints.close()
      connection.close()
      unlock()
    },
  }
}
