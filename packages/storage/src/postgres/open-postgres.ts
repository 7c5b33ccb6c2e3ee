import { setTimeout as sleep } from 'node:timers/promises'
import { recordingStore } from '../recordings/recording-store.js'
import { sessionReads } from '../sessions/session-reads.js'
import type { TurnOptions } from '../sessions/turn-options.js'
import type { Storage } from '../storage.js'
import { storesOf } from '../stores.js'
import { PostgresClaims } from './claims.js'
import { connections } from './connections.js'
import { migrate } from './migrate.js'
import { Notifications } from './notifications.js'
import { Pool, stateOf } from './pool.js'
import { changeMessage, channel, notify, postgresDatabase } from './postgres-database.js'
import { sessionTurns } from './session-turns.js'
import { withReplica } from './with-replica.js'

export interface PostgresOptions extends TurnOptions {
  /** `postgres://…`, with the database in it. */
  url: string
  /** Of a server that follows that one, for lists, exports and figures. It does not have to be there. */
  replicaUrl?: string
  /** The most connections for calls at a time, and as many to the replica; `connections` has the others. */
  poolSize?: number
  /** How long to wait for a database that is not there yet, in milliseconds. */
  patience?: number
  /** Turns are saved by the driver alone (`wire/README.md`). */
  isPlain?: boolean
}

/**
 * Opens the database, bringing its schema up to date; throws when it cannot be reached in time, or when a newer Colloquy wrote it.
 * Once open, a database that goes away rejects calls until it is back.
 */
export async function openPostgres(options: PostgresOptions): Promise<Storage> {
  const { url, replicaUrl, poolSize = connections.calls, patience = 0, isPlain = false, ...turnOptions } = options
  const pool = new Pool({ url, size: poolSize, settings: readSettings })
  const turnPool = new Pool({ url, size: connections.turns, settings: turnSettings, isPlain })
  let notifications: Notifications
  try {
    await patiently(patience, () => pool.use(migrate))
    notifications = await Notifications.open(url)
  } catch (error) {
    await pool.close()
    throw error
  }
  const database = postgresDatabase(pool, notifications)
  const claims = new PostgresClaims(url)
  const replica =
    replicaUrl === undefined ? undefined : new Pool({ url: replicaUrl, size: poolSize, settings: readSettings })
  return {
    ...storesOf(database, replica && withReplica(database, replica)),
    sessions: { ...sessionReads(database), ...sessionTurns(turnPool, turnOptions) },
    recordings: recordingStore(database, { url }),
    changes: {
      publish: async (topic, id) => void (await pool.run(notify, [channel, changeMessage(topic, id)])),
      subscribe: (topic, listener) => notifications.subscribe(topic, listener),
    },
    claims: { take: (name) => claims.take(name) },
    exclusively: (name, work) =>
      pool.use(async (connection) => {
        await connection.run('SELECT pg_advisory_lock(?, hashtext(?))', [lockClass, name])
        try {
          return await work()
        } finally {
          await connection.run('SELECT pg_advisory_unlock(?, hashtext(?))', [lockClass, name])
        }
      }),
    async check() {
      const written = 'SELECT number FROM migrations WHERE NOT pg_is_in_recovery() LIMIT 1'
      // Also on the connections of turns, which are set up differently.
      const [{ rows }] = await Promise.all([pool.run(written, []), turnPool.run('SELECT 1', [])])
      if (rows.length === 0) throw new Error('The database cannot be written: it is a standby')
    },
    async close() {
      await turnPool.close()
      await Promise.all([claims.close(), pool.close(), replica?.close(), notifications.close()])
    },
  }
}

/**
 * The statements of a turn go by keys alone, however few rows there were when they were planned; and planning them anew would cost
 * more than carrying them out.
 */
export const turnSettings = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' }

/** Reads go by indexes, a part at a time: compiling their plans would take as long as carrying them out. */
const readSettings = { jit: 'off' }

/** Any number that marks the locks of this product. */
const lockClass = 4_711

/** Tries again while there is nobody there to answer. */
async function patiently<Result>(patience: number, connect: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + patience
  for (;;) {
    try {
      return await connect()
    } catch (error) {
      const code = stateOf(error) ?? (error as { code?: string }).code ?? ''
      if (performance.now() >= until || !notThereYet.has(code)) throw error
      await sleep(250)
    }
  }
}

/** Nobody listens, the name is not known yet, or the database is starting or stopping. */
const notThereYet = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT', '57P03', '57P01'])
