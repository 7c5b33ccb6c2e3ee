import type { DatabaseSync } from '@photostructure/sqlite'
import { checkSchema, migrations } from '../migrations.js'

type Database = InstanceType<typeof DatabaseSync>

/** Brings the schema up to date, in one transaction; a no-op when it already is. */
export function migrate(database: Database): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    database.exec(
      'CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT',
    )
    const { current } = database.prepare('SELECT coalesce(max(number), 0) AS current FROM migrations').get()
    checkSchema(current)
    for (let number = current + 1; number <= migrations.length; number++) {
      database.exec(migrations[number - 1]!)
      database.prepare('INSERT INTO migrations (number, applied_at) VALUES (?, ?)').run(number, Date.now())
    }
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
