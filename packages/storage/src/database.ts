import type { Topic } from './changes.js'
import type { Quotas } from './quota-limits.js'
import type { SqlValue, Table } from './table.js'

/**
 * A database as the stores see it: SQL with `?` for parameters, and rows keyed by the column names of the SQL. `dialect` holds what the two
 * databases spell differently. A call that throws has written nothing.
 */
export interface Database {
  readonly dialect: Dialect
  /** Undefined if everything may be created. */
  readonly quotas: Quotas | undefined
  get<Row = RawRow>(sql: string, ...values: Parameter[]): Promise<Row | undefined>
  all<Row = RawRow>(sql: string, ...values: Parameter[]): Promise<Row[]>
  /** An analytical query: a read over many rows, which may take long and blocks nobody. */
  analyticalQuery<Row = RawRow>(sql: string, ...values: Parameter[]): Promise<Row[]>
  /** Runs one statement that writes. Returns the number of rows that it changed, without those of cascades. */
  run(sql: string, ...values: Parameter[]): Promise<number>
  /** Runs one statement that writes, and returns the row that it wrote. */
  returning<Row = RawRow>(sql: string, ...values: Parameter[]): Promise<Row | undefined>
  /**
   * Runs several statements, all or nothing. Nobody else changes the rows that it read `forUpdate` in between. The work may be restarted
   * after a conflict with another transaction.
   */
  transaction<Result>(work: () => Work<Result>): Promise<Result>
  /** Runs `work` so that nothing of the data it deletes remains in the database file, where the database supports that. */
  erasing<Result>(work: () => Promise<Result>): Promise<Result>
  /**
   * Inserts rows in one call to the database; `rows` are in the order of the table's columns. `ending` goes after the statement, such as
   * `ON CONFLICT (id) DO NOTHING RETURNING id`: returns the rows that it returns. PostgreSQL rejects two rows that conflict with each other.
   */
  insertRows(table: WrittenTable, rows: readonly SqlValue[][], ending?: string): Work<RawRow[]>
  /** Notifies all subscribers of a change once the transaction that it is part of is visible to them. */
  changed(topic: Topic, id: string): Work<void>
  /** True if the error means that a key already exists. */
  isTaken(error: unknown): boolean
}

type WrittenTable = Pick<Table<object>, 'name' | 'columnTypes' | 'insert'>

/** Value of one parameter; a list only in combination with `isOneOf` of the dialect. */
export type Parameter = SqlValue | readonly string[]
export type RawRow = Record<string, unknown>

export interface Dialect {
  /** Goes after a column: true if it equals one of the texts in a list. */
  readonly isOneOf: string
  /** Name of the function that returns the position of a text in another. */
  readonly position: 'instr' | 'strpos'
  /**
   * Value of a variable, whose id is a parameter, in a row of `results`; the items of a list are joined by `, `. Null if it has no value.
   */
  readonly textOfVariable: string
  /** Goes after `FROM results`: joins the answers of each result by their key, which is fast for few results among many answers, too. */
  readonly joinAnswers: string
  /** Converts a text to a number, if it is one of at most 38 digits and without an exponent; otherwise null. */
  numberOf(text: string): string
  /** A text as searches compare it, without case and accents: like `searchable` of flow. */
  searchable(text: string): string
  /** The JSON text of a column without one of its members, if it can be parsed; otherwise the text itself. */
  withoutMember(column: string, member: string): string
  /**
   * Goes after `FROM knowledge_chunks`: selects chunks of a base that contain at least one of these words, best matches first. The words
   * and the id consist of letters and digits; `query` are the parameters.
   */
  matchingWords(baseId: string, words: readonly string[]): { sql: string; query: SqlValue[] }
  /** Goes after a SELECT in a transaction: locks the rows against changes until its end. */
  readonly forUpdate: string
  /** The same for an owner whose new rows are counted: transactions that add other rows for this owner do not wait for the lock. */
  readonly forCounting: string
  /** Goes after a SELECT of a job: skips rows that another instance is working on. */
  readonly skipLocked: string
}

/**
 * The statements of a transaction. A generator, so that the same code runs on a database that answers synchronously, where nothing can
 * interleave, and on one that answers over the network.
 */
export type Work<Result> = Generator<Statement, Result, StatementOutcome>

export interface Statement {
  sql: string
  values: Parameter[]
  wants: 'rows' | 'changes'
}
export interface StatementOutcome {
  rows: RawRow[]
  changes: number
}

export function* get<Row = RawRow>(sql: string, ...values: Parameter[]): Work<Row | undefined> {
  return (yield { sql, values, wants: 'rows' }).rows[0] as Row | undefined
}

export function* all<Row = RawRow>(sql: string, ...values: Parameter[]): Work<Row[]> {
  return (yield { sql, values, wants: 'rows' }).rows as Row[]
}

/** Returns the number of rows that the statement changed. */
export function* run(sql: string, ...values: Parameter[]): Work<number> {
  return (yield { sql, values, wants: 'changes' }).changes
}
