import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { newestSchema } from '../migrations.js'
import { connectAlone, nameOf } from '../postgres/connect-alone.js'
import { migrate, migrationLock } from '../postgres/migrate.js'
import { PoolConnection } from '../postgres/pool.js'
import type { SqlValue } from '../table.js'
import { checkMovable, columnsSql, type End, keyOf, type MovedRow, MoveError, pageSql, type TargetEnd } from './end.js'
import { type MovedTable, movedTables } from './tables.js'

/** Opens a snapshot of the database for reading. Unless `mayBeInUse`, no service may be connected to it. */
export async function openPostgresSource(url: string, { mayBeInUse = false } = {}): Promise<End> {
  const client = await connect(url)
  try {
    if (!mayBeInUse) await refuseUse(client, url)
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    if (!mayBeInUse) await client.query(waitForUs, [migrationLock])
    checkMovable(nameOf(url), await schemaOf(client), newestSchema)
    return { ...readerOf(client), close: () => client.end() }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** Opens a database without rows, and creates its schema if it has none. All inserts are one transaction. */
export async function openPostgresTarget(url: string): Promise<TargetEnd> {
  const client = await connect(url)
  try {
    await refuseUse(client, url)
    await migrate(new PoolConnection(client as never, Number.POSITIVE_INFINITY))
    await client.query('BEGIN')
    await client.query(waitForUs, [migrationLock])
    for (const { name } of movedTables()) {
      const { rows } = await client.query(`SELECT 1 FROM ${name} LIMIT 1`)
      if (rows.length === 0) continue
      throw new MoveError(
        `${nameOf(url)} is not empty: it has rows in ${name}. Make a new database (createdb) and name that.`,
      )
    }
    return {
      ...readerOf(client),
      async insert(table, rows) {
        await client.query(insertSql(table), columnArrays(table, rows))
      },
      async keep() {
        await client.query('COMMIT')
        await client.query('ANALYZE')
      },
      close: () => client.end(),
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** A service that is started on the database in the meantime waits until the move is done. */
const waitForUs = 'SELECT pg_advisory_xact_lock($1)'

async function connect(url: string): Promise<pg.Client> {
  try {
    return await connectAlone(url, 'colloquy move')
  } catch (error) {
    throw new MoveError((error as Error).message, { cause: error })
  }
}

async function refuseUse(client: pg.Client, url: string): Promise<void> {
  const others = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'colloquy'"
  // Connections of a service that has just been stopped close a little later.
  for (let tries = 1; (await client.query(others)).rows.length > 0; tries++) {
    if (tries < 10) await sleep(100)
    else throw new MoveError(`A Colloquy is running on ${nameOf(url)}: stop it, and move then.`)
  }
}

async function schemaOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query("SELECT to_regclass('migrations') IS NOT NULL AS exists")
  if (!rows[0]?.exists) return 0
  return (await client.query('SELECT coalesce(max(number), 0) AS schema FROM migrations')).rows[0].schema
}

function readerOf(client: pg.Client): Pick<End, 'page'> {
  return {
    async page(table: MovedTable, after: MovedRow | undefined, limit: number) {
      let count = 0
      const text = pageSql(table, after === undefined).replace(/\?/g, () => `$${++count}`)
      const values: SqlValue[] = after === undefined ? [limit] : [...keyOf(table, after), limit]
      const { rows } = await client.query<SqlValue[]>({ text, values, rowMode: 'array' })
      return rows
    },
  }
}

const arrayTypes = { TEXT: 'text[]', INTEGER: 'bigint[]', REAL: 'double precision[]' }

function insertSql({ name, columns }: MovedTable): string {
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${arrayTypes[type]}`).join(', ')
  return `INSERT INTO ${name} (${columnsSql(columns)}) SELECT * FROM unnest(${arrays})`
}

function columnArrays({ columns }: MovedTable, rows: readonly MovedRow[]): SqlValue[][] {
  return columns.map((_, index) => rows.map((row) => row[index] ?? null))
}
