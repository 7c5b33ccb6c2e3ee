import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, inject, it } from 'vitest'
import { migrations } from '../migrations.js'
import { createDatabase, withClient } from '../testing/postgres-cluster.js'
import { toPostgres } from './migrate.js'
import { openPostgres } from './open-postgres.js'

const cluster = inject('postgres') as string
/** The rows of each schema that a release had; see ../testing/write-schema-program.ts. */
const dumps = new URL('../testing/schemas/', import.meta.url)
const schemas = readdirSync(dumps).map((name) => Number(/^schema-(\d+)\.sql$/.exec(name)?.[1]))

describe.each(schemas)('a database of schema %i', (schema) => {
  it('keeps its rows when it is brought up to date, and ends with the tables of a new one', async () => {
    const url = await databaseOf(schema)
    const storage = await openPostgres({ url })
    expect((await storage.users.first())?.id).toBe('u1')
    expect((await storage.bots.find('b1'))?.flow).toBe('{"events":[]}')
    expect((await storage.sessions.get('s1'))?.version).toBe(2)
    expect((await storage.sessions.turns('s1')).map(({ answer }) => answer)).toEqual(['{"é":1}', '{"é":1}'])
    expect((await storage.results.get('w1', 'b1', 'r1'))?.variables).toContain('Ñandú')
    expect((await storage.results.answers(['r1'])).map(({ content }) => content)).toEqual(['Hi', 'Hi'])
    await storage.close()
    expect(await columnsOf(url)).toEqual(await columnsOf(await createDatabase(cluster)))
  })

  it('stays as it was when a migration fails, and is brought up to date by the next start', async () => {
    const url = await databaseOf(schema)
    const before = await columnsOf(url)
    if (schema === migrations.length) return expect(before).toEqual(await columnsOf(await createDatabase(cluster)))
    // The last migration finds its table there already.
    await withClient(url, (client) => client.query('CREATE TABLE sign_ins (id TEXT)'))
    await expect(openPostgres({ url })).rejects.toThrow('sign_ins')
    await withClient(url, (client) => client.query('DROP TABLE sign_ins'))
    expect(await columnsOf(url)).toEqual(before)
    await (await openPostgres({ url })).close()
    expect(await columnsOf(url)).toEqual(await columnsOf(await createDatabase(cluster)))
  })
})

async function databaseOf(schema: number): Promise<string> {
  const url = await createDatabase(cluster, { isEmpty: true })
  const dump = readFileSync(new URL(`schema-${schema}.sql`, dumps), 'utf8')
  const rows = dump.slice(dump.indexOf('\nINSERT INTO'))
  await withClient(url, async (client) => {
    await client.query('CREATE TABLE migrations (number BIGINT PRIMARY KEY, applied_at BIGINT NOT NULL)')
    for (const migration of migrations.slice(0, schema)) await client.query(toPostgres(migration))
    await client.query(`SET session_replication_role = replica;${rows}`)
  })
  return url
}

/** What each table is made of. */
async function columnsOf(url: string): Promise<unknown[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(`
      SELECT table_name, column_name, data_type, is_nullable, ordinal_position FROM information_schema.columns
      WHERE table_schema = 'public' ORDER BY table_name, ordinal_position`)
    const indexes = await client.query("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexdef")
    return [...rows, ...indexes.rows]
  })
}
