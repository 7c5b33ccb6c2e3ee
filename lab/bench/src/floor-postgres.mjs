/**
 * The least that turns can cost on PostgreSQL with the bare driver: one statement that reads the sessions of all requests that are there
 * at once, and one that saves all their turns. What comes while a batch is under way goes with the next one. One key a table, three
 * columns in each, no references.
 */
import { createRequire } from 'node:module'

const requireFromStorage = createRequire(new URL('../../../packages/storage/package.json', import.meta.url))
const pg = requireFromStorage('pg')

/** Makes its tables in an empty database: a session, a result, and one for each of `parts`, of which a turn leaves a row. */
export async function openPostgresFloor(url, parts) {
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  pool.on('error', () => {})
  const table = (
    part,
  ) => `CREATE TABLE IF NOT EXISTS ${part} (session TEXT NOT NULL, number BIGINT NOT NULL, content TEXT NOT NULL,
    PRIMARY KEY (session, number))`
  await pool.query(`
    CREATE TABLE IF NOT EXISTS session (id TEXT PRIMARY KEY, version BIGINT NOT NULL, state TEXT NOT NULL) WITH (fillfactor = 60);
    ${parts.map(table).join(';')};
    CREATE TABLE IF NOT EXISTS result (session TEXT PRIMARY KEY, variables TEXT NOT NULL, updated BIGINT NOT NULL)
      WITH (fillfactor = 70)`)

  const readText = 'SELECT id, version, state FROM session WHERE id = ANY ($1::text[])'
  const read = batched(async (ids) => {
    const { rows } = await pool.query({ name: 'read', text: readText, values: [ids] })
    const found = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => found.get(id))
  })

  const names = ['id', 'version', 'state', ...parts.map((part) => `of_${part}`)]
  const types = ['text', 'bigint', 'text', ...parts.map(() => 'text')]
  // Looked up in a hash table. A join would be planned for a table that is empty, and compare each turn with each.
  const isSaved = '(id IN (SELECT id FROM saved)) IS TRUE'
  const addTo = (part) =>
    `to_${part} AS (INSERT INTO ${part} SELECT id, version, of_${part} FROM given WHERE ${isSaved})`
  const saveText = `
    WITH given AS (SELECT * FROM unnest(${types.map((type, index) => `$${index + 1}::${type}[]`)}) AS g (${names})),
    saved AS (
      INSERT INTO session SELECT id, version, state FROM given ON CONFLICT (id) DO UPDATE
      SET version = excluded.version, state = excluded.state WHERE session.version = excluded.version - 1 RETURNING id
    ),
    ${parts.map(addTo)},
    counted AS (
      INSERT INTO result SELECT id, state, version FROM given WHERE ${isSaved}
      ON CONFLICT (session) DO UPDATE SET variables = excluded.variables, updated = excluded.updated
    )
    SELECT id FROM saved`
  const save = batched(async (turns) => {
    const columns = [
      turns.map(({ id }) => id),
      turns.map(({ version }) => version),
      turns.map(({ state }) => state),
      ...parts.map((part) => turns.map(({ contents }) => contents[part])),
    ]
    const { rows } = await pool.query({ name: 'save', text: saveText, values: columns })
    if (rows.length !== turns.length)
      throw new Error(`${turns.length - rows.length} turns of the floor were not saved.`)
    return turns
  })
  return {
    /** Resolves to `{ version, state }` of a session. */
    read,
    /** Makes a turn durable: `{ id, version, state, contents }`, with a text for each part. */
    save,
    close: () => pool.end(),
  }
}

/** `send` takes a list of items and resolves to one answer for each. */
function batched(send) {
  const waiting = []
  let underWay = 0
  const pump = async () => {
    if (underWay === 2 || waiting.length === 0) return
    underWay += 1
    const batch = waiting.splice(0, 128)
    try {
      const answers = await send(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index])
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    underWay -= 1
    void pump()
  }
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      setImmediate(pump)
    })
}
