/**
 * Writes and reads the rows of one table: snake_case columns, booleans as 0 and 1. `hidden` columns are written but not read, and their
 * values are passed in addition to the row.
 */
export class Table<Row extends object> {
  readonly name: string
  /** All columns that are written, in the order of `values`. */
  readonly columnTypes: readonly { column: string; type: ColumnType }[]
  /** The same without hidden columns, by property name. */
  readonly properties: readonly { property: keyof Row & string; column: string; type: ColumnType }[]
  /** For a SELECT or RETURNING: every column under its property's name. */
  readonly columns: string
  /** A complete INSERT with one parameter per column, to which ON CONFLICT can be appended. */
  readonly insert: string
  /** Like `insert`, for tables whose rows are numbered within their result; takes the result's id again as the last parameter. */
  readonly insertNumbered: string
  readonly #names: (keyof Row & string)[]
  readonly #booleans: (keyof Row & string)[]

  constructor(name: string, kinds: Record<keyof Row & string, ColumnKind>, hidden: Record<string, ColumnKind> = {}) {
    this.name = name
    this.#names = Object.keys(kinds) as (keyof Row & string)[]
    this.#booleans = this.#names.filter((property) => kinds[property] === 'boolean')
    const typed = ([property, kind]: [string, ColumnKind]) => {
      const type: ColumnType = kind === 'boolean' ? 'integer' : kind
      return { property: property as keyof Row & string, column: column(property), type }
    }
    this.properties = Object.entries<ColumnKind>(kinds).map(typed)
    this.columnTypes = [...this.properties, ...Object.entries(hidden).map(typed)]
    this.columns = this.#names.map((property) => `${column(property)} AS "${property}"`).join(', ')
    this.insert =
      `INSERT INTO ${name} (${this.columnTypes.map((it) => it.column).join(', ')}) ` +
      `VALUES (${this.columnTypes.map(() => '?').join(', ')})`
    const next = `(SELECT coalesce(max(number), 0) + 1 FROM ${name} WHERE result_id = ?)`
    this.insertNumbered = this.insert.replace(') VALUES (', ', number) VALUES (').replace(/\)$/, `, ${next})`)
  }

  values(row: Row, ...hidden: SqlValue[]): SqlValue[] {
    const values = this.#names.map((property) => sqlValue(row[property]))
    if (hidden.length > 0) values.push(...hidden)
    return values
  }

  /** Converts a row that was just read, and returns the same object. */
  read(row: Record<string, unknown>): Row {
    for (const property of this.#booleans) if (row[property] !== null) row[property] = row[property] === 1
    return row as Row
  }

  /** Assignments of an UPDATE, and their parameters; undefined properties are omitted. */
  assignments(change: Partial<Row>): { sql: string; values: SqlValue[] } {
    const changed = this.#names.filter((property) => change[property] !== undefined)
    return {
      sql: changed.map((property) => `${column(property)} = ?`).join(', '),
      values: changed.map((property) => sqlValue(change[property])),
    }
  }
}

export type SqlValue = string | number | null
type ColumnType = 'text' | 'integer' | 'real'
type ColumnKind = ColumnType | 'boolean'

function column(property: string): string {
  return `"${property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`
}

/** NUL becomes U+FFFD, as a lone surrogate does anyway: not every database stores it. */
function sqlValue(value: unknown): SqlValue {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
  if (typeof value === 'boolean') return value ? 1 : 0
  return (value ?? null) as SqlValue
}
