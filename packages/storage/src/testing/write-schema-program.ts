/**
 * Writes `schemas/schema-<n>.sql`: the current schema, or that of a given number, with one row of every kind. Run it before each release; a
 * file that was written for a release is never changed.
 *
 * `node --conditions=development --import=tsx packages/storage/src/testing/write-schema-program.ts [number]`
 */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { migrations, newestSchema } from '../migrations.js'
import { openSqlite } from '../sqlite/open-sqlite.js'
import { dumpDatabase } from './dump-database.js'
import { populate } from './populate.js'

const schema = Number(process.argv[2] ?? newestSchema)
const folder = mkdtempSync(join(tmpdir(), 'colloquy-schema-'))
const storage = await openSqlite({ folder })
await populate(storage)
await storage.close()
const file = new URL(`schemas/schema-${schema}.sql`, import.meta.url)
writeFileSync(file, dumpDatabase(schema === newestSchema ? folder : olderDatabase()))
console.log(`Wrote ${file.pathname}`)

/** The same rows under the schema of that number, as far as it can hold them; returns the folder. */
function olderDatabase(): string {
  const older = mkdtempSync(join(tmpdir(), 'colloquy-schema-'))
  const database = new DatabaseSync(join(older, 'colloquy.db'))
  database.exec('CREATE TABLE migrations (number INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT')
  for (const migration of migrations.slice(0, schema)) database.exec(migration)
  database.exec(`PRAGMA foreign_keys = OFF; ATTACH '${join(folder, 'colloquy.db')}' AS newest`)
  const tables = database
    .prepare(
      "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name IN (SELECT name FROM newest.sqlite_schema)",
    )
    .all() as { name: string }[]
  for (const { name } of tables) {
    const columns = database.prepare(`PRAGMA main.table_info(${name})`).all() as { name: string }[]
    const list = columns.map((column) => `"${column.name}"`).join(', ')
    const where = name === 'migrations' ? ` WHERE number <= ${schema}` : ''
    database.exec(`INSERT INTO main.${name} (${list}) SELECT ${list} FROM newest.${name}${where}`)
  }
  database.close()
  return older
}
