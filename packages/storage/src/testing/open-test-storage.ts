import { existsSync, rmSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openPostgres } from '../postgres/open-postgres.js'
import type { Quotas } from '../quota-limits.js'
import { openSqlite } from '../sqlite/open-sqlite.js'
import type { Storage } from '../storage.js'
import { createDatabase, withClient } from './postgres-cluster.js'

/** Databases of the cluster, by the storages on them. */
const addresses = new WeakMap<Storage, string>()

/** A new storage: in the folder, or on the PostgreSQL of the tests where these run on it. Neither waits for the disk. */
export async function openTestStorage(folder: string, quotas?: Quotas): Promise<Storage> {
  const cluster = inject('postgres')
  if (cluster === undefined) return openSqliteOfTests(folder, quotas)
  const url = await createDatabase(cluster)
  const storage = await openPostgres({ url, poolSize: 4, ...(quotas && { quotas }) })
  addresses.set(storage, url)
  return storage
}

/** Opens a database in a folder. A new one is a copy of an empty one with the schema, because all migrations take 30 ms. */
export async function openSqliteOfTests(folder: string, quotas?: Quotas): Promise<Storage> {
  const file = join(folder, 'colloquy.db')
  if (!existsSync(file)) {
    template ??= makeTemplate()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await copyFile(await template, file)
  }
  return openSqlite({ folder, isDurable: false, ...(quotas && { quotas }) })
}

let template: Promise<string> | undefined

/** The file of an empty database with the schema. */
async function makeTemplate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-schema-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await (await openSqlite({ folder, isDurable: false })).close()
  return join(folder, 'colloquy.db')
}

/** The rows of a storage on PostgreSQL that hold a text, of all tables; none for one in a folder, whose files hold its rows. */
export async function rowsWith(text: string, storage: Storage): Promise<{ table: string; row: string }[]> {
  const url = addresses.get(storage)
  if (url === undefined) return []
  return withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace",
    )
    // Bytes are written as the letters that they are.
    await client.query("SET bytea_output = 'escape'")
    const each = tables.map(
      ({ name }) => `SELECT '${name}' AS "table", it::text AS row FROM "${name}" it WHERE strpos(it::text, $1) > 0`,
    )
    const { rows } = await client.query<{ table: string; row: string }>(each.join(' UNION ALL '), [text])
    return rows
  })
}
