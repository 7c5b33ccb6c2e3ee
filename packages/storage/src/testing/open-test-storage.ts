import { inject } from 'vitest'
import { openPostgres } from '../postgres/open-postgres.js'
import { openSqlite } from '../sqlite/open-sqlite.js'
import type { Storage } from '../storage.js'
import { createDatabase } from './postgres-cluster.js'

/** A new storage: in the folder, or on the PostgreSQL of the tests where these run on it. */
export async function openTestStorage(folder: string): Promise<Storage> {
  const cluster = inject('postgres')
  if (cluster === undefined) return openSqlite({ folder })
  return openPostgres({ url: await createDatabase(cluster), poolSize: 4 })
}
