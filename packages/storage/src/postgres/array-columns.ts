interface Columns {
  readonly properties: readonly { column: string; type: 'text' | 'integer' | 'real' }[]
}

/**
 * The columns of a table from arrays with a value for each row, as the list of a SELECT: one row for each place of the arrays. Behind
 * FROM, PostgreSQL would make a table of each of them first.
 */
export function unnested({ properties }: Columns, prefix = ''): string {
  const arrays = { text: '?::text[]', integer: '?::bigint[]', real: '?::double precision[]' }
  return properties.map(({ column, type }) => `unnest(${arrays[type]}) AS ${prefixed(prefix, column)}`).join(', ')
}

/** The names of the same columns: what is hidden, such as the workspace, is not among them. */
export function columnsOf({ properties }: Columns, prefix = ''): string {
  return properties.map(({ column }) => prefixed(prefix, column)).join(', ')
}

/** `turn_` becomes a part of the name, `given.` stands before it. */
function prefixed(prefix: string, column: string): string {
  return prefix.endsWith('_') ? `"${prefix}${column.slice(1)}` : `${prefix}${column}`
}
