import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'

/** What SQLite finds wrong with the database of a folder that no service has open, one line each. */
export function inspectDatabase(folder: string): string[] {
  const database = new DatabaseSync(join(folder, 'colloquy.db'))
  try {
    const pages = database.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[]
    const references = database.prepare('PRAGMA foreign_key_check').all()
    return [
      ...pages.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
      ...references.map((row) => `A row points nowhere: ${JSON.stringify(row)}`),
    ]
  } finally {
    database.close()
  }
}
