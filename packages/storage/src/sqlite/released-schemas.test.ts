import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import originsOfResults from '../migrations/0029-origins-of-results.js'
import { newestSchema } from '../migrations.js'
import { noBytes } from '../testing/quotas-contract.js'
import { releasedClaim, releasedSchemas, writeReleasedSqlite } from '../testing/released-schema.js'
import { examineDatabase } from './copy-database.js'
import { openSqlite } from './open-sqlite.js'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

it('there are dumps to try', () => {
  expect(releasedSchemas.length).toBeGreaterThanOrEqual(2)
})

describe.each(releasedSchemas)('a database of schema %i', (schema) => {
  it('keeps its rows when it is brought up to date, and ends with the tables of a new one', async () => {
    const folder = folderOf(schema)
    const storage = await openSqlite({ folder })
    expect((await storage.users.first())?.id).toBe('u1')
    expect((await storage.bots.find('b1'))?.flow).toBe('{"events":[]}')
    expect((await storage.releases.get('rel1'))?.botId).toBe('b1')
    expect((await storage.sessions.get('s1'))?.version).toBe(2)
    expect((await storage.sessions.turns('s1')).map(({ answer }) => answer)).toEqual(['{"é":1}', '{"é":1}'])
    expect((await storage.results.get('w1', 'b1', 'r1'))?.variables).toContain('Ñandú')
    expect(await storage.customDomains.listAll()).toEqual(schema < 6 ? [] : [releasedClaim])
    expect((await storage.results.answers(['r1'])).map(({ content }) => content)).toEqual(['Hi', 'Hi'])
    await storage.close()
    const fresh = newFolder()
    await (await openSqlite({ folder: fresh })).close()
    expect(tablesOf(folder)).toEqual(tablesOf(fresh))
    expect(examineDatabase(join(folder, 'colloquy.db'))).toMatchObject({ schema: newestSchema, problems: [] })
  })
})

it('verifies the addresses of instance admins only, when a schema without verification is brought up to date', async () => {
  const folder = folderOf(6)
  const database = new DatabaseSync(join(folder, 'colloquy.db'))
  database.exec("UPDATE users SET is_admin = 0 WHERE id = 'u2'")
  database.close()
  const storage = await openSqlite({ folder })
  expect((await storage.users.get('u1'))?.emailVerifiedAt).toBe(10)
  expect((await storage.users.get('u2'))?.emailVerifiedAt).toBeNull()
  await storage.close()
})

it('finds release and environment of results whose sessions are there, when a schema without them is brought up to date', async () => {
  const folder = folderOf(6)
  await (await openSqlite({ folder })).close()
  const database = new DatabaseSync(join(folder, 'colloquy.db'))
  database.exec(`
    ALTER TABLE results DROP COLUMN release_id;
    ALTER TABLE results DROP COLUMN environment_id;
    INSERT INTO environments (id, workspace_id, bot_id, name, public_id, created_at, updated_at)
    VALUES ('env0', 'w1', 'b1', 'other', 'o', 1, 1), ('env1', 'w1', 'b1', 'staging', 's', 1, 1);
    UPDATE sessions SET release_id = 'rel1', state = '{"text":"\\"environment\\":{\\"id\\":\\"env0\\"","environment":{"id":"env1"}}';
  `)
  database.exec(originsOfResults)
  database.close()
  const storage = await openSqlite({ folder })
  const result = await storage.results.get('w1', 'b1', 'r1')
  expect(result).toMatchObject({ releaseId: 'rel1', environmentId: 'env1' })
  await storage.close()
})

it('counts the bots and releases that are there towards the bytes of their workspace, when a schema without sizes is brought up to date', async () => {
  const storage = await openSqlite({ folder: folderOf(6), quotas: noBytes })
  const [bot, release] = [(await storage.bots.find('b1'))!, (await storage.releases.get('rel1'))!]
  const texts = [bot, release].map(({ flow, theme, settings }) => flow + theme + settings).join('')
  await expect(storage.bots.create({ ...bot, id: 'new', publicId: null })).rejects.toMatchObject({
    taken: texts.length + 16_384,
  })
  await storage.close()
})

it.each(releasedSchemas.filter((schema) => schema < newestSchema))(
  'a database of schema %i is kept as it was before it is changed, once',
  async (schema) => {
    const folder = folderOf(schema)
    for (let starts = 0; starts < 2; starts++) await (await openSqlite({ folder })).close()
    const kept = join(folder, 'backups', `before-migration-from-${schema}.db`)
    expect(readdirSync(join(folder, 'backups'))).toEqual([`before-migration-from-${schema}.db`])
    expect(examineDatabase(kept)).toMatchObject({ schema, problems: [] })
    expect(tablesOf(folder)).not.toEqual(tablesOf(join(folder, 'backups'), `before-migration-from-${schema}.db`))
  },
)

it('a database that needs no migration is not copied', async () => {
  const folder = newFolder()
  for (let starts = 0; starts < 2; starts++) await (await openSqlite({ folder })).close()
  expect(readdirSync(folder)).not.toContain('backups')
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'colloquy-schema-'))
  folders.push(folder)
  return folder
}

function folderOf(schema: number): string {
  const folder = newFolder()
  writeReleasedSqlite(folder, schema)
  return folder
}

/** SQL that creates each table and index, with whitespace normalized. */
function tablesOf(folder: string, file = 'colloquy.db'): string[] {
  const database = new DatabaseSync(join(folder, file))
  const rows = database.prepare('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name').all()
  database.close()
  return rows.map(({ sql }) => String(sql).replace(/\s+/g, ' '))
}
