import { once } from 'node:events'
import type pg from 'pg'
import { clockSetting } from '../clock.js'
import { newestSchema } from '../migrations.js'
import type { DatabaseState } from '../sqlite/copy-database.js'
import { connectAlone } from './connect-alone.js'

/** State of a PostgreSQL database, read without changing it. `problems`: unusable indexes, and foreign keys that are not validated. */
export interface PostgresState extends DatabaseState {
  /** As the server reports it: "15.8 (Debian …)". */
  version: string
  /** The same as a number, for comparisons: 150008. */
  versionNumber: number
  encoding: string
  /** True if it is a read-only replica of another server. */
  isStandby: boolean
  /** True if the user in the address may create tables, which the first start and newer versions do. */
  mayCreate: boolean
  /** Time of the server's clock, in milliseconds since 1970. */
  now: number
  /** True if notifications arrive, by which instances inform each other of changes. */
  isNotified: boolean
  /** Settings with which a crash of the server loses committed turns, or damages the database: "fsync = off". Empty if it has none. */
  unsafeSettings: string[]
  /** For all databases of the server. */
  connections: { used: number; max: number }
}

/** Throws an error that is meant for the person who gave the address if the database cannot be reached. */
export async function examinePostgres(url: string): Promise<PostgresState> {
  const client = await connectAlone(url, 'colloquy doctor')
  try {
    const [server] = (await client.query<Server>(serverSql)).rows
    const { schema, credentials, clockSeenAt } = await schemaOf(client)
    const problems = (await client.query<{ text: string }>(problemsSql)).rows.map(({ text }) => text)
    return {
      ...(server as Server),
      schema,
      newestSchema,
      credentials,
      clockSeenAt,
      problems,
      isNotified: await hears(url, client),
      connections: (await client.query<PostgresState['connections']>(connectionsSql)).rows[0] as never,
    }
  } finally {
    await client.end()
  }
}

type Server = Pick<
  PostgresState,
  'version' | 'versionNumber' | 'encoding' | 'isStandby' | 'mayCreate' | 'now' | 'unsafeSettings'
>

async function schemaOf(client: pg.Client): Promise<Pick<PostgresState, 'schema' | 'credentials' | 'clockSeenAt'>> {
  const has = async (table: string) =>
    (await client.query('SELECT to_regclass($1) IS NOT NULL AS has', [table])).rows[0].has as boolean
  const schema = (await has('migrations'))
    ? (await client.query('SELECT coalesce(max(number), 0) AS schema FROM migrations')).rows[0].schema
    : 0
  const keys = 'SELECT key_id AS "keyId", count(*) AS count FROM credentials GROUP BY key_id'
  const seen = (await has('settings'))
    ? (await client.query<{ value: string }>('SELECT value FROM settings WHERE name = $1', [clockSetting])).rows[0]
    : undefined
  return {
    schema,
    credentials: (await has('credentials')) ? (await client.query(keys)).rows : [],
    clockSeenAt: seen && Number(seen.value),
  }
}

/** Sends a notification on a separate channel to another connection. A pooler in between may swallow it. */
async function hears(url: string, client: pg.Client): Promise<boolean> {
  const channel = `colloquy_doctor_${process.pid}`
  const listener = await connectAlone(url, 'colloquy doctor')
  try {
    await listener.query(`LISTEN ${channel}`)
    const heard = once(listener, 'notification', { signal: AbortSignal.timeout(2_000) }).then(
      () => true,
      () => false,
    )
    await client.query('SELECT pg_notify($1, $2)', [channel, ''])
    return await heard
  } catch {
    return false
  } finally {
    await listener.end()
  }
}

const serverSql = `
  SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS "versionNumber",
    current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS "isStandby",
    coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "mayCreate",
    (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now,
    ARRAY(SELECT name || ' = off' FROM pg_settings
      WHERE name IN ('synchronous_commit', 'fsync', 'full_page_writes') AND setting = 'off' ORDER BY name) AS "unsafeSettings"`
const problemsSql = `
  SELECT 'The index ' || indexrelid::regclass || ' is not valid: REINDEX INDEX ' || indexrelid::regclass AS text
  FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
  WHERE NOT (indisvalid AND indisready) AND relnamespace = current_schema()::regnamespace
  UNION ALL
  SELECT 'The reference ' || conname || ' of ' || conrelid::regclass || ' does not hold for all rows' FROM pg_constraint
  WHERE NOT convalidated AND connamespace = current_schema()::regnamespace`
const connectionsSql = `
  SELECT (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
    current_setting('max_connections')::int AS max`
