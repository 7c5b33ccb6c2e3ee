import type { Listeners } from '../changes.js'
import {
  all,
  type Database,
  type Dialect,
  type Parameter,
  type RawRow,
  type StatementOutcome,
  type Work,
} from '../database.js'
import { indexedWord } from '../migrations/0025-words-by-base.js'
import type { Quotas } from '../quota-limits.js'
import type { SqlValue } from '../table.js'
import { type Connection, isUniqueViolation } from './connection.js'
import type { Reader } from './reader.js'
import type { SharedWrites } from './shared-writes.js'

export const sqliteDialect: Dialect = {
  isOneOf: 'IN (SELECT value FROM json_each(?))',
  position: 'instr',
  matchingWords: (baseId, words) => ({
    sql:
      'JOIN (SELECT rowid, rank FROM knowledge_words WHERE knowledge_words MATCH ?) AS found ON found.rowid = number ' +
      'WHERE base_id = ? ORDER BY rank, id',
    query: [words.map((word) => `"${indexedWord(baseId, word)}"`).join(' OR '), baseId],
  }),
  textOfVariable:
    "(SELECT CASE json_type(item.value, '$.value') WHEN 'array' THEN (SELECT string_agg(coalesce(part.value, ''), ', ') " +
    "FROM json_each(item.value, '$.value') AS part) ELSE json_extract(item.value, '$.value') END " +
    "FROM json_each(results.variables) AS item WHERE json_extract(item.value, '$.id') = ? LIMIT 1)",
  joinAnswers: 'JOIN answers ON answers.result_id = results.id AND answers.workspace_id = results.workspace_id',
  numberOf: (text) =>
    `CASE WHEN length(${text}) <= 38 AND ${text} NOT GLOB '*[^0-9.-]*' AND json_valid(${text}) ` +
    `THEN CAST(${text} AS REAL) END`,
  searchable: (text) => `searchable(${text})`,
  withoutMember: (column, member) =>
    `CASE WHEN json_valid(${column}) THEN json_remove(${column}, '$.${member}') ELSE ${column} END`,
  forUpdate: '',
  forCounting: '',
  skipLocked: '',
}

interface SqliteDatabaseOptions {
  reader: Reader
  listeners: Listeners
  quotas?: Quotas
  /** Writes that share transactions; without it, each is carried out at once in its own. */
  shared?: SharedWrites
}

/** The connection as the stores see it: each call is carried out in one go. */
export function sqliteDatabase(
  connection: Connection,
  { reader, listeners, quotas, shared }: SqliteDatabaseOptions,
): Database {
  const write = async <Result>(work: () => Result): Promise<Result> => {
    if (shared) return shared.write(work)
    if (connection.held) await connection.held
    return onceDurable(connection.write(work))
  }
  /** Nobody learns of anything that a power cut could still take back. */
  const onceDurable = <Result>(result: Result): Result | Promise<Result> => {
    const durable = connection.durable()
    return durable ? durable.then(() => result) : result
  }
  let erasing = 0
  const overwrite = (isOn: boolean) => connection.prepare(`PRAGMA secure_delete = ${isOn ? 'ON' : 'OFF'}`).run()
  return {
    dialect: sqliteDialect,
    quotas,
    get: async (sql, ...values) => onceDurable(connection.get(sql, ...bound(values))),
    all: async (sql, ...values) => onceDurable(connection.all(sql, ...bound(values))),
    analyticalQuery: async (sql, ...values) => onceDurable((await reader.all(sql, bound(values))) as never),
    run: (sql, ...values) => write(() => connection.run(sql, ...bound(values))),
    returning: (sql, ...values) => write(() => connection.get(sql, ...bound(values))),
    transaction: (work) => write(() => perform(connection, work())),
    async erasing(work) {
      if (++erasing === 1) overwrite(true)
      try {
        return await work()
      } finally {
        if (--erasing === 0) overwrite(false)
      }
    },
    insertRows,
    // Nobody looks before this tick, and with it the transaction, has ended.
    *changed(topic, id) {
      setImmediate(() => listeners.tell(topic, id))
    },
    isTaken: isUniqueViolation,
  }
}

/** Inserts row by row. */
export const insertRows: Database['insertRows'] = function* ({ insert }, rows, ending = '') {
  const returned: RawRow[] = []
  for (const row of rows) returned.push(...(yield* all(`${insert} ${ending}`, ...row)))
  return returned
}

/** Carries out the statements of a transaction that is under way. */
export function perform<Result>(connection: Connection, work: Work<Result>): Result {
  let step = work.next()
  while (!step.done) {
    const { sql, values, wants } = step.value
    const outcome: StatementOutcome =
      wants === 'rows'
        ? { rows: connection.all(sql, ...bound(values)), changes: 0 }
        : { rows: [], changes: connection.run(sql, ...bound(values)) }
    step = work.next(outcome)
  }
  return step.value
}

export function bound(values: readonly Parameter[]): SqlValue[] {
  return values.map((value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value))
}
