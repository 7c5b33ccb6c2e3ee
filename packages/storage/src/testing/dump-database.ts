import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'

/**
 * The database of a folder as SQL text: what makes its tables, and all rows, in the order of their tables' names. An index of words has no
 * rows here: triggers fill it.
 */
export function dumpDatabase(folder: string): string {
  const database = new DatabaseSync(join(folder, 'colloquy.db'))
  try {
    const kinds = database.prepare("SELECT name, type FROM pragma_table_list WHERE schema = 'main'").all() as Kind[]
    const namesOf = (kind: string) => kinds.filter(({ type }) => type === kind).map(({ name }) => name)
    const [shadows, ordinary] = [namesOf('shadow'), namesOf('table')]
    const all = database
      .prepare('SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid')
      .all() as Part[]
    const parts = all.filter(({ name }) => !shadows.includes(name))
    const tables = parts.flatMap(({ type, name }) => (type === 'table' && ordinary.includes(name) ? [name] : []))
    const rows = tables.toSorted().flatMap((table) => {
      const found = database.prepare(`SELECT * FROM "${table}"`).all() as Record<string, string | number | null>[]
      return found.map((row) => `INSERT INTO "${table}" VALUES (${Object.values(row).map(literal).join(', ')});`)
    })
    return `${['PRAGMA foreign_keys = OFF;', ...parts.map(({ sql }) => `${sql};`), ...rows].join('\n')}\n`
  } finally {
    database.close()
  }
}

interface Kind {
  name: string
  type: string
}

interface Part {
  type: string
  name: string
  sql: string
}

function literal(value: string | number | null): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}
