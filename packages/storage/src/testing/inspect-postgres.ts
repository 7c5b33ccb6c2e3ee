import { withClient } from './postgres-cluster.js'

/**
 * Problems that PostgreSQL finds in a database, one line each: compares every row of its tables with every index (with its extension
 * `amcheck`).
 */
export function inspectPostgres(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    await client.query('CREATE EXTENSION IF NOT EXISTS amcheck')
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
    )
    const problems: string[] = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ msg: string }>('SELECT msg FROM verify_heapam($1::regclass)', [name])
      problems.push(...rows.map(({ msg }) => `${name}: ${msg}`))
    }
    const { rows: indexes } = await client.query<{ name: string }>(
      'SELECT indexrelid::regclass::text AS name FROM pg_index JOIN pg_class ON oid = indexrelid ' +
        "WHERE relnamespace = 'public'::regnamespace AND relam = (SELECT oid FROM pg_am WHERE amname = 'btree')",
    )
    for (const { name } of indexes) {
      await client
        .query('SELECT bt_index_check($1::regclass, true)', [name])
        .catch((error: Error) => problems.push(`${name}: ${error.message}`))
    }
    return problems
  })
}
