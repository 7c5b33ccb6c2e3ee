import { setTimeout as sleep } from 'node:timers/promises'
import { knowledgeStore } from '../knowledge/knowledge-store.js'
import { messagingStore } from '../messaging/messaging-store.js'
import { checkSchema, type OnMigration } from '../migrations.js'
import type { Quotas } from '../quota-limits.js'
import { recordingStore } from '../recordings/recording-store.js'
import { sessionReads } from '../sessions/session-reads.js'
import type { TurnOptions } from '../sessions/turn-options.js'
import type { Storage } from '../storage.js'
import { storesOf } from '../stores.js'
import { Batches } from './batches.js'
import { PostgresClaims } from './claims.js'
import { connections, connectionsOfDocuments, connectionsOfMessages } from './connections.js'
import { migrate } from './migrate.js'
import { Notifications } from './notifications.js'
import { Pool, stateOf } from './pool.js'
import { PoolShare } from './pool-share.js'
import { changeMessage, channel, notifyAll, postgresDatabase } from './postgres-database.js'
import { sessionTurns } from './session-turns.js'
import { arrayValue } from './wire/array-value.js'
import { withReplica } from './with-replica.js'

export interface PostgresOptions extends TurnOptions {
  /** `postgres://…`, including the database. */
  url: string
  /** Limits on the number of rows of one owner; none by default. */
  quotas?: Quotas
  /** Address of a replica for lists, exports and analytics. It need not be available. */
  replicaUrl?: string
  /** Maximum number of connections for calls, and as many to the replica; see `connections` for the others. */
  poolSize?: number
  /** How long to wait for a database that is not available yet, in milliseconds. */
  patience?: number
  onMigration?: OnMigration
  /** Saves turns with the plain driver only (`wire/README.md`). */
  isPlain?: boolean
}

/**
 * Opens the database and migrates its schema; throws if it cannot be reached in time, or if a newer Colloquy wrote it. After that, calls
 * are rejected while the database is unavailable.
 */
export async function openPostgres(options: PostgresOptions): Promise<Storage> {
  const {
    url,
    quotas,
    replicaUrl,
    poolSize = connections.calls,
    patience = 0,
    isPlain = false,
    onMigration,
    ...turnOptions
  } = options
  const pool = new Pool({ url, size: poolSize, settings: readSettings })
  const turnPool = new Pool({ url, size: connections.turns, settings: turnSettings, isPlain })
  let notifications: Notifications
  try {
    notifications = await patiently(patience, async () => {
      await pool.use((connection) => migrate(connection, onMigration))
      return Notifications.open(url)
    })
  } catch (error) {
    await pool.close()
    throw error
  }
  const database = postgresDatabase(pool, notifications, quotas)
  const share = (max: number) => postgresDatabase(new PoolShare(pool, max), notifications, quotas)
  const { saveSource, setPages } = knowledgeStore(share(connectionsOfDocuments))
  const claims = new PostgresClaims(url)
  /** One at a time: notifications wait for each other in the database anyway. */
  const published = new Batches<string, void>({
    async send(messages) {
      await pool.run(notifyAll, [channel, arrayValue('text', messages, (message) => message)])
      return messages.map(() => undefined)
    },
    keysOf: () => [],
    max: 100,
    batchesAtOnce: 1,
  })
  const replica =
    replicaUrl === undefined ? undefined : new Pool({ url: replicaUrl, size: poolSize, settings: readSettings })
  const stores = storesOf(database, replica && withReplica(database, replica))
  return {
    ...stores,
    knowledge: { ...stores.knowledge, saveSource, setPages },
    messaging: messagingStore(share(connectionsOfMessages)),
    sessions: { ...sessionReads(database), ...sessionTurns(turnPool, turnOptions) },
    recordings: recordingStore(database, { url }),
    changes: {
      publish: (topic, id) => published.add(changeMessage(topic, id)),
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
      const written = 'SELECT max(number) AS schema, pg_is_in_recovery() AS "isStandby" FROM migrations'
      // Checks the connections of turns, too, which are set up differently.
      const [{ rows }] = await Promise.all([pool.run(written, []), turnPool.run('SELECT 1', [])])
      if (rows[0]?.isStandby) throw new Error('The database cannot be written: it is a standby')
      // An instance of a newer version, which started beside this one, has changed the tables.
      checkSchema(Number(rows[0]?.schema))
    },
    async close() {
      await turnPool.close()
      await Promise.all([claims.close(), pool.close(), replica?.close(), notifications.close()])
    },
  }
}

/**
 * The statements of a turn use keys only, however few rows there were when they were planned; and planning them again would cost more than
 * executing them.
 */
export const turnSettings = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' }

/** Reads use indexes, a part at a time: compiling their plans would take as long as executing them. */
const readSettings = { jit: 'off' }

/** Any number that identifies the locks of Colloquy. */
const lockClass = 4_711

/** Retries as long as the server does not answer. */
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

/**
 * Nobody listens, the name cannot be resolved yet, or the database is starting or stopping, or is a standby: in a failover, one of them becomes
 * the primary soon.
 */
const notThereYet = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT', '57P03', '57P01'],
  '25006',
])
