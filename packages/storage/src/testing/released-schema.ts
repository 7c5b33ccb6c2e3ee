import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { migrationForPostgres } from '../postgres/migrate.js'
import { withClient } from './postgres-cluster.js'

/** A dump of each schema that a release had, with rows; see write-schema-program.ts. */
const dumps = new URL('schemas/', import.meta.url)

/** Their numbers. */
export const releasedSchemas = readdirSync(dumps).map((name) => Number(/^schema-(\d+)\.sql$/.exec(name)?.[1]))

/** The domain in the dumps since schema 6, as it is after the migrations. */
export const releasedClaim = {
  name: 'a.example',
  workspaceId: 'w1',
  createdAt: 10,
  verifiedAt: null,
  expiresAt: 604_800_010,
}

/** Writes `colloquy.db` of that schema into a folder. */
export function writeReleasedSqlite(folder: string, schema: number): void {
  const database = new DatabaseSync(join(folder, 'colloquy.db'))
  database.exec(dumpOf(schema))
  database.close()
}

/** Fills an empty database with that schema and its rows. */
export async function writeReleasedPostgres(url: string, schema: number): Promise<void> {
  const dump = dumpOf(schema)
  const rows = dump.slice(dump.indexOf('\nINSERT INTO'))
  await withClient(url, async (client) => {
    await client.query('CREATE TABLE migrations (number BIGINT PRIMARY KEY, applied_at BIGINT NOT NULL)')
    for (let number = 1; number <= schema; number++) await client.query(migrationForPostgres(number))
    await client.query(`SET session_replication_role = replica;${rows}`)
  })
}

function dumpOf(schema: number): string {
  return readFileSync(new URL(`schema-${schema}.sql`, dumps), 'utf8')
}
