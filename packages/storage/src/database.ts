import type { Topic } from './changes.js'
import type { SqlValue } from './table.js'

/**
 * A database as the stores see it: SQL with `?` for parameters, and rows under the names that the SQL gives them. What two
 * databases spell differently is in `dialect`. A call that rejects has written nothing.
 */
export interface Database {
  readonly dialect: Dialect
  get<Row = RawRow>(sql: string, ...values: Parameter[]): Promise<Row | undefined>
  all<Row = RawRow>(sql: string, ...values: Parameter[]): Promise<Row[]>
  /** A read over many rows, which takes its time and holds up nobody. */
  survey<Row = RawRow>(sql: string, ...values: Parameter[]): Promise<Row[]>
  /** One statement that writes. How many rows it changed, those of cascades not counted. */
  run(sql: string, ...values: Parameter[]): Promise<number>
  /** One statement that writes and answers the row that it wrote. */
  returning<Row = RawRow>(sql: string, ...values: Parameter[]): Promise<Row | undefined>
  /**
   * Several statements, all or nothing, with nobody in between on the rows that were read `forUpdate`. The work may be begun
   * again when somebody else got in its way.
   */
  transaction<Result>(work: () => Work<Result>): Promise<Result>
  /** Runs `work` so that of what it deletes nothing stays behind in the file, where the database can be told so. */
  erasing<Result>(work: () => Promise<Result>): Promise<Result>
  /** Tells everybody of a change, once the transaction that it is part of is there for them to see. */
  changed(topic: Topic, id: string): Work<void>
  /** Whether a rejection came of a key that exists. */
  isTaken(error: unknown): boolean
}

/** What goes into one parameter; a list only where the dialect says `isOneOf`. */
export type Parameter = SqlValue | readonly string[]
export type RawRow = Record<string, unknown>

export interface Dialect {
  /** Behind a column: is one of the texts in a list. */
  readonly isOneOf: string
  /** The function that finds a text in another. */
  readonly position: 'instr' | 'strpos'
  /** The value of a variable, by its id as a parameter, in a row of `results`; a list is joined by `, `. Null where there is none. */
  readonly textOfVariable: string
  /** Behind `FROM results`: joins the answers of each result by their key, however few the results and many the answers. */
  readonly joinAnswers: string
  /** The number that a text is, of at most 38 digits and without an exponent; else null. */
  numberOf(text: string): string
  /** The JSON text of a column without a member, where that can be told; else the text as it is. */
  withoutMember(column: string, member: string): string
  /**
   * Behind `FROM knowledge_chunks`: those of a base with at least one of these words, the ones that fit best first. Words and the id are
   * letters and digits; `query` are the parameters.
   */
  matchingWords(baseId: string, words: readonly string[]): { sql: string; query: SqlValue[] }
  /** Behind a SELECT in a transaction: keeps others from changing the rows until its end. */
  readonly forUpdate: string
  /** Behind a SELECT of a job: leaves out what another instance is at. */
  readonly skipLocked: string
}

/**
 * The statements of a transaction. A generator, so that the same lines run on a database that answers at once, where nothing can
 * come in between, and on one that answers over the network.
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

/** How many rows it changed. */
export function* run(sql: string, ...values: Parameter[]): Work<number> {
  return (yield { sql, values, wants: 'changes' }).changes
}
