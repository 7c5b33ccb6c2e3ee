import { DatabaseSync } from '@photostructure/sqlite'
import type { Database } from '../database.js'
import type { Statement } from './connection.js'
import { bound, sqliteDialect } from './sqlite-database.js'

/** A second connection to a database file, for a thread that only reads. It sees what is committed. */
export function readOnlySqlite(path: string): { database: Database; close(): void } {
  const file = new DatabaseSync(path, { readOnly: true })
  file.exec('PRAGMA busy_timeout = 5000; PRAGMA cache_size = -32000')
  const statements = new Map<string, Statement>()
  const prepare = (sql: string): Statement => {
    const statement = statements.get(sql) ?? file.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const all: Database['all'] = async (sql, ...values) => prepare(sql).all(...bound(values)) as never
  return {
    database: {
      quotas: undefined,
      dialect: sqliteDialect,
      get: async (sql, ...values) => prepare(sql).get(...bound(values)) as never,
      all,
      analyticalQuery: all,
      run: refuse,
      returning: refuse,
      transaction: refuse,
      erasing: refuse,
      changed: () => {
        throw readOnly()
      },
      isTaken: () => false,
    },
    close() {
      statements.clear()
      file.close()
    },
  }
}

const readOnly = () => new Error('This connection only reads.')
const refuse = async () => {
  throw readOnly()
}
