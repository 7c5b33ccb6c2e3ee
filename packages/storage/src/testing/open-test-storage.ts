import { inject } from 'vitest'
import { openPostgres } from '../postgres/open-postgres.js'
import type { Quotas } from '../quota-limits.js'
import { openSqlite } from '../sqlite/open-sqlite.js'
import type { Storage } from '../storage.js'
import { createDatabase, withClient } from './postgres-cluster.js'

/** Databases of the cluster, by the storages on them. */
const addresses = new WeakMap<Storage, string>()

/** A new storage: in the folder, or on the PostgreSQL of the tests where these run on it. */
export async function openTestStorage(folder: string, quotas?: Quotas): Promise<Storage> {
  const cluster = inject('postgres')
  if (cluster === undefined) return openSqlite({ folder, ...(quotas && { quotas }) })
  const url = await createDatabase(cluster)
  const storage = await openPostgres({ url, poolSize: 4, ...(quotas && { quotas }) })
  addresses.set(storage, url)
  return storage
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
