import knowledge, { wordIndexOfPostgres } from '../migrations/0023-knowledge.js'
import wordsByBase, { wordsByBaseOfPostgres } from '../migrations/0025-words-by-base.js'
import { checkSchema, migrations, newestSchema } from '../migrations.js'
import { ownDeletes, ownDeletesSince, withoutHistory, withoutHistorySince } from './own-deletes.js'
import type { PoolConnection } from './pool.js'

/**
 * Brings the schema up to date, in one transaction; a no-op when it already is. Of several processes that come at once, one does
 * it and the others wait for it.
 */
export async function migrate(connection: PoolConnection): Promise<void> {
  await connection.exec('BEGIN')
  try {
    await connection.run('SELECT pg_advisory_xact_lock(?)', [migrationLock])
    const { rows } = await connection.run("SELECT to_regclass('migrations') IS NOT NULL AS exists", [])
    if (!rows[0]?.exists) {
      await connection.exec('CREATE TABLE migrations (number BIGINT PRIMARY KEY, applied_at BIGINT NOT NULL)')
    }
    const last = await connection.run('SELECT coalesce(max(number), 0) AS current FROM migrations', [])
    const current = last.rows[0]?.current as number
    checkSchema(current)
    for (let number = current + 1; number <= newestSchema; number++) {
      await connection.exec(migrationForPostgres(number))
      await connection.run('INSERT INTO migrations (number, applied_at) VALUES (?, ?)', [number, Date.now()])
    }
    await connection.exec('COMMIT')
  } catch (error) {
    await connection.exec('ROLLBACK').catch(() => {})
    throw error
  }
}

/** Any number that nothing else in the database uses as a lock. */
export const migrationLock = 4_702_111_234

/** What a migration does on PostgreSQL. */
export function migrationForPostgres(number: number): string {
  const migration = migrations[number - 1]!
  return `${toPostgres(migration)}\n${more[number] ?? ''}\n${indexes.get(migration) ?? ''}`
}

/** The schema in the words of PostgreSQL. Texts are compared by their bytes, as SQLite does, so that both list in one order. */
function toPostgres(schema: string): string {
  return schema
    .replace(/\bTEXT\b/g, 'TEXT COLLATE "C"')
    .replace(/\bINTEGER\b/g, 'BIGINT')
    .replace(/\bREAL\b/g, 'DOUBLE PRECISION')
    .replace(/\) STRICT(, WITHOUT ROWID)?;/g, ');')
}

/** Rows that are written again at every turn find room on their page, so that no index has to be touched. */
const roomForUpdates = 'ALTER TABLE sessions SET (fillfactor = 60); ALTER TABLE results SET (fillfactor = 70)'

/** What migrations do on PostgreSQL alone. */
const more: Partial<Record<number, string>> = {
  1: roomForUpdates,
  [ownDeletesSince]: ownDeletes,
  [withoutHistorySince]: withoutHistory,
}

/** Indexes that SQLite has in another way. */
const indexes: ReadonlyMap<string, string> = new Map([
  [knowledge, wordIndexOfPostgres],
  [wordsByBase, wordsByBaseOfPostgres],
])
