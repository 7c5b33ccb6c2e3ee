import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'

/** The database of a folder as SQL text: what makes its tables, and all rows, in the order of their tables' names. */
export function dumpDatabase(folder: string): string {
  const database = new DatabaseSync(join(folder, 'colloquy.db'))
  try {
    const parts = database
      .prepare('SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid')
      .all() as Part[]
    const tables = parts.filter(({ type }) => type === 'table').map(({ name }) => name)
    const rows = tables.toSorted().flatMap((table) => {
      const found = database.prepare(`SELECT * FROM "${table}"`).all() as Record<string, string | number | null>[]
      return found.map((row) => `INSERT INTO "${table}" VALUES (${Object.values(row).map(literal).join(', ')});`)
    })
    return `${['PRAGMA foreign_keys = OFF;', ...parts.map(({ sql }) => `${sql};`), ...rows].join('\n')}\n`
  } finally {
    database.close()
  }
}

interface Part {
  type: string
  name: string
  sql: string
}

function literal(value: string | number | null): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}
