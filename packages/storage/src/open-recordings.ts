import { join } from 'node:path'
import { releaseStore } from './bots/bot-stores.js'
import type { Release } from './bots/releases.js'
import type { Database } from './database.js'
import { Pool } from './postgres/pool.js'
import { postgresDatabase } from './postgres/postgres-database.js'
import { turnReads } from './recordings/recording-store.js'
import type { ConversationTurns, RecordingSource, TurnBounds } from './recordings/recordings.js'
import { type DriverCalls, driverCallsIn } from './sqlite/driver-calls.js'
import { readOnlySqlite } from './sqlite/read-only.js'

/** Data that a thread reads to replay conversations. */
export interface Recordings {
  /** The turns of these sessions, in their order. */
  turns(sessionIds: readonly string[], bounds: TurnBounds): AsyncIterable<ConversationTurns>
  release(id: string): Promise<Release | undefined>
  close(): Promise<void>
}

/** Opens a separate read-only connection for a thread, which shares `calls` with its owner. The schema must be up to date. */
export function openRecordings(source: RecordingSource, calls: DriverCalls): Recordings {
  const inDriver = driverCallsIn(calls)
  if ('folder' in source) {
    const { database, close } = readOnlySqlite(join(source.folder, 'colloquy.db'), inDriver)
    return { ...readsOf(database), close: async () => close() }
  }
  // A setting that forbids writes would remain on a connection that a pooler passes on to others.
  const pool = new Pool({ url: source.url, size: 1 })
  return { ...readsOf(postgresDatabase(pool)), close: () => pool.close() }
}

function readsOf(database: Database): Omit<Recordings, 'close'> {
  return { ...turnReads(database), release: releaseStore(database).get }
}
