import type { DatabaseSync } from '@photostructure/sqlite'
import knowledge, { wordIndexOfSqlite } from '../migrations/0023-knowledge.js'
import wordsByBase, { wordsByBaseOfSqlite } from '../migrations/0025-words-by-base.js'
import { checkSchema, migrations, newestSchema, type OnMigration } from '../migrations.js'

type Database = InstanceType<typeof DatabaseSync>

/**
 * Migrates the schema to the newest version in one transaction; a no-op if it is up to date. Before a database with data is changed, `keep`
 * is called with the number of its schema, and `report` before each migration.
 */
export function migrate(database: Database, keep: (schema: number) => void, report: OnMigration = () => {}): void {
  const found = schemaOf(database)
  if (found > 0 && found < newestSchema) keep(found)
  database.exec('BEGIN IMMEDIATE')
  try {
    database.exec(
      'CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT',
    )
    const current = schemaOf(database)
    checkSchema(current)
    for (let number = current + 1; number <= newestSchema; number++) {
      if (found > 0) report(number, newestSchema)
      applyMigration(database, number)
      database.prepare('INSERT INTO migrations (number, applied_at) VALUES (?, ?)').run(number, Date.now())
    }
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** Applies one migration, without recording it. */
export function applyMigration(database: Database, number: number): void {
  const migration = migrations[number - 1]!
  database.exec(migration)
  const own = more.get(migration)
  if (own !== undefined) database.exec(own)
}

/** Additional SQL of migrations on SQLite. */
const more: ReadonlyMap<string, string> = new Map([
  [knowledge, wordIndexOfSqlite],
  [wordsByBase, wordsByBaseOfSqlite],
])

/** The number of the last migration in a database; 0 in an empty one. */
export function schemaOf(database: Database): number {
  const hasTable = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get()
  return hasTable ? database.prepare('SELECT coalesce(max(number), 0) AS current FROM migrations').get().current : 0
}
