/**
 * How rows of one table are written and read: snake_case columns, booleans as 0 and 1. `hidden` columns are written but not read,
 * with values given beside the row.
 */
export class Table<Row extends object> {
  readonly name: string
  /** Of all that is written, in the order of `values`. */
  readonly columnTypes: readonly { column: string; type: ColumnType }[]
  /** The same without what is hidden, by the names of its properties. */
  readonly properties: readonly { property: keyof Row & string; column: string; type: ColumnType }[]
  /** For a SELECT or RETURNING: every column under its property's name. */
  readonly columns: string
  /** A whole INSERT with one parameter a column, to be followed by ON CONFLICT if need be. */
  readonly insert: string
  /** Like `insert`, for tables whose rows are numbered within their result; takes the result's id once more, as the last one. */
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

  /** Makes a row of what was just read; the very same object. */
  read(row: Record<string, unknown>): Row {
    for (const property of this.#booleans) if (row[property] !== null) row[property] = row[property] === 1
    return row as Row
  }

  /** The assignments of an UPDATE, and their parameters; undefined properties are left out. */
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

/** NUL becomes U+FFFD, as half a surrogate pair does anyway: not every database stores it. */
function sqlValue(value: unknown): SqlValue {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
  if (typeof value === 'boolean') return value ? 1 : 0
  return (value ?? null) as SqlValue
}
