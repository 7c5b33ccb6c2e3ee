import { DatabaseSync } from '@photostructure/sqlite'
import { migrations } from '../migrations.js'

/** A table as it has to be carried over: its columns in their order, and those that find a row again. */
export interface MovedTable {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: 'TEXT' | 'INTEGER' | 'REAL' }[]
  /** Positions in `columns` of the primary key, in the order of the key. */
  readonly key: readonly number[]
}

/** All tables of the newest schema but the one that counts migrations; what others refer to comes before them. */
export function movedTables(): MovedTable[] {
  const database = new DatabaseSync(':memory:')
  try {
    for (const migration of migrations) database.exec(migration)
    const names = rows<{ name: string }>(database, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    const sorted: string[] = []
    const endpoint = (name: string) => {
      if (sorted.includes(name)) return
      const referred = rows<{ table: string }>(database, `PRAGMA foreign_key_list(${name})`).map(({ table }) => table)
      for (const other of referred.sort()) if (other !== name) endpoint(other)
      sorted.push(name)
    }
    for (const { name } of names) endpoint(name)
    return sorted.map((name) => describe(database, name))
  } finally {
    database.close()
  }
}

interface Column {
  name: string
  type: 'TEXT' | 'INTEGER' | 'REAL'
  /** From 1, in the primary key. */
  pk: number
}

function describe(database: InstanceType<typeof DatabaseSync>, name: string): MovedTable {
  const columns = rows<Column>(database, `PRAGMA table_info(${name})`)
  const ofKey = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
  return {
    name,
    columns: columns.map((column) => ({ name: column.name, type: column.type })),
    key: ofKey.map((column) => columns.indexOf(column)),
  }
}

function rows<Row>(database: InstanceType<typeof DatabaseSync>, sql: string): Row[] {
  return database.prepare(sql).all()
}
