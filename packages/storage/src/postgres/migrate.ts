import knowledge, { wordIndexOfPostgres } from '../migrations/0023-knowledge.js'
import wordsByBase, { wordsByBaseOfPostgres } from '../migrations/0025-words-by-base.js'
import vectorsOfWords, { vectorsOfWordsOfPostgres } from '../migrations/0047-vectors-of-words.js'
import { checkSchema, migrations, newestSchema, type OnMigration } from '../migrations.js'
import { compressTexts } from './compress-texts.js'
import { ownDeletes, ownDeletesSince, withoutHistory, withoutHistorySince } from './own-deletes.js'
import type { PoolConnection } from './pool.js'

/**
 * Migrates the schema to the newest version in one transaction; a no-op if it is up to date. If several processes do so at once, one
 * migrates and the others wait for it.
 */
export async function migrate(connection: PoolConnection, report: OnMigration = () => {}): Promise<void> {
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
      if (current > 0) report(number, newestSchema)
      await connection.exec(migrationForPostgres(number))
      await connection.run('INSERT INTO migrations (number, applied_at) VALUES (?, ?)', [number, Date.now()])
    }
    await compressTexts(connection)
    await connection.exec('COMMIT')
  } catch (error) {
    await connection.exec('ROLLBACK').catch(() => {})
    throw error
  }
}

/** Any number that nothing else in the database uses as a lock. */
export const migrationLock = 4_702_111_234

/** SQL of a migration on PostgreSQL. */
export function migrationForPostgres(number: number): string {
  const migration = migrations[number - 1]!
  return `${toPostgres(migration)}\n${more[number] ?? ''}\n${indexes.get(migration) ?? ''}`
}

/** Translates the schema to PostgreSQL. Texts are compared by their bytes, as in SQLite, so that both sort alike. */
function toPostgres(schema: string): string {
  return schema
    .replace(/\bTEXT\b/g, 'TEXT COLLATE "C"')
    .replace(/\bINTEGER\b/g, 'BIGINT')
    .replace(/\bREAL\b/g, 'DOUBLE PRECISION')
    .replace(/\) STRICT(, WITHOUT ROWID)?;/g, ');')
}

/** Leaves free space on each page, so that rows that are rewritten by every turn stay on their page and no index has to be updated. */
const roomForUpdates = 'ALTER TABLE sessions SET (fillfactor = 60); ALTER TABLE results SET (fillfactor = 70)'

/** Additional SQL of migrations on PostgreSQL. */
const more: Partial<Record<number, string>> = {
  1: roomForUpdates,
  [ownDeletesSince]: ownDeletes,
  [withoutHistorySince]: withoutHistory,
}

/** Indexes, and columns for them, that are declared differently in SQLite. */
const indexes: ReadonlyMap<string, string> = new Map([
  [knowledge, wordIndexOfPostgres],
  [wordsByBase, wordsByBaseOfPostgres],
  [vectorsOfWords, vectorsOfWordsOfPostgres],
])
