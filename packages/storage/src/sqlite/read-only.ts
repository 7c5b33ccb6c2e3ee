import { getHeapStatistics } from 'node:v8'
import type { Database } from '../database.js'
import type { Statement } from './connection.js'
import type { InDriver } from './driver-calls.js'
import { openForReading } from './open-for-reading.js'
import { bound, sqliteDialect } from './sqlite-database.js'

/** A second connection to a database file, for a thread that only reads. It sees what is committed. */
export function readOnlySqlite(path: string, inDriver: InDriver): { database: Database; close(): void } {
  const file = openForReading(path, inDriver)
  const statements = new Map<string, Statement>()
  const prepare = (sql: string): Statement => {
    const statement = statements.get(sql) ?? file.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const all: Database['all'] = async (sql, ...values) => {
    checkMemory()
    return inDriver(() => prepare(sql).all(...bound(values))) as never
  }
  return {
    database: {
      quotas: undefined,
      dialect: sqliteDialect,
      get: async (sql, ...values) => inDriver(() => prepare(sql).get(...bound(values))) as never,
      all,
      analyticalQuery: all,
      run: refuse,
      returning: refuse,
      transaction: refuse,
      erasing: refuse,
      insertRows: () => {
        throw readOnly()
      },
      changed: () => {
        throw readOnly()
      },
      isTaken: () => false,
    },
    close() {
      statements.clear()
      inDriver(() => file.close())
    },
  }
}

/** A thread that runs out of memory inside the driver would end the process: see `driver-calls.ts`. */
function checkMemory(): void {
  const { heap_size_limit: max, used_heap_size: used } = getHeapStatistics()
  if (max - used < minFreeBytes) throw new Error('Too little memory is left in this thread to read more.')
}

/** Several times what one read returns. */
const minFreeBytes = 128_000_000

const readOnly = () => new Error('This connection only reads.')
const refuse = async () => {
  throw readOnly()
}
