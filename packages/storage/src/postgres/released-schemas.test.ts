import { describe, expect, inject, it } from 'vitest'
import { newestSchema } from '../migrations.js'
import { createDatabase, withClient } from '../testing/postgres-cluster.js'
import { noBytes } from '../testing/quotas-contract.js'
import { releasedClaim, releasedSchemas, writeReleasedPostgres } from '../testing/released-schema.js'
import { openPostgres } from './open-postgres.js'

const cluster = inject('postgres') as string

describe.each(releasedSchemas)('a database of schema %i', (schema) => {
  it('keeps its rows when it is brought up to date, and ends with the tables of a new one', async () => {
    const url = await databaseOf(schema)
    const storage = await openPostgres({ url })
    expect((await storage.users.first())?.id).toBe('u1')
    expect((await storage.bots.find('b1'))?.flow).toBe('{"events":[]}')
    expect((await storage.sessions.get('s1'))?.version).toBe(2)
    expect((await storage.sessions.turns('s1')).map(({ answer }) => answer)).toEqual(['{"é":1}', '{"é":1}'])
    expect((await storage.results.get('w1', 'b1', 'r1'))?.variables).toContain('Ñandú')
    expect(await storage.customDomains.listAll()).toEqual(schema < 6 ? [] : [releasedClaim])
    expect((await storage.results.answers(['r1'])).map(({ content }) => content)).toEqual(['Hi', 'Hi'])
    await storage.close()
    expect(await columnsOf(url)).toEqual(await columnsOf(await createDatabase(cluster)))
  })
})

it('verifies the addresses of instance admins only, when a schema without verification is brought up to date', async () => {
  const url = await databaseOf(6)
  await withClient(url, (client) => client.query("UPDATE users SET is_admin = 0 WHERE id = 'u2'"))
  const storage = await openPostgres({ url })
  expect((await storage.users.get('u1'))?.emailVerifiedAt).toBe(10)
  expect((await storage.users.get('u2'))?.emailVerifiedAt).toBeNull()
  await storage.close()
})

it('counts the bots and releases that are there towards the bytes of their workspace, when a schema without sizes is brought up to date', async () => {
  const storage = await openPostgres({ url: await databaseOf(6), quotas: noBytes })
  const [bot, release] = [(await storage.bots.find('b1'))!, (await storage.releases.get('rel1'))!]
  const texts = [bot, release].map(({ flow, theme, settings }) => flow + theme + settings).join('')
  await expect(storage.bots.create({ ...bot, id: 'new', publicId: null })).rejects.toMatchObject({
    taken: texts.length + 16_384,
  })
  await storage.close()
})

it.each(releasedSchemas.filter((schema) => schema < newestSchema))(
  'a database of schema %i stays as it was when a migration fails, until the next start',
  async (schema) => {
    const url = await databaseOf(schema)
    const before = await columnsOf(url)
    await withClient(url, (client) => client.query(refusing))
    await expect(openPostgres({ url })).rejects.toThrow('planted')
    await withClient(url, (client) => client.query('DROP TRIGGER refuse ON migrations'))
    expect(await columnsOf(url)).toEqual(before)
    await (await openPostgres({ url })).close()
    expect(await columnsOf(url)).toEqual(await columnsOf(await createDatabase(cluster)))
  },
)

/** Makes the last migration fail at its very end, when it is recorded. */
const refusing = `
  CREATE FUNCTION refuse() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'planted'; END $$ LANGUAGE plpgsql;
  CREATE TRIGGER refuse BEFORE INSERT ON migrations FOR EACH ROW WHEN (NEW.number = ${newestSchema})
    EXECUTE FUNCTION refuse()`

async function databaseOf(schema: number): Promise<string> {
  const url = await createDatabase(cluster, { isEmpty: true })
  await writeReleasedPostgres(url, schema)
  return url
}

/** Columns and indexes of each table. */
async function columnsOf(url: string): Promise<unknown[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(`
      SELECT table_name, column_name, data_type, is_nullable, ordinal_position FROM information_schema.columns
      WHERE table_schema = 'public' ORDER BY table_name, ordinal_position`)
    const indexes = await client.query("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexdef")
    return [...rows, ...indexes.rows]
  })
}
