/**
 * How long a start takes that migrates many conversations from the first schema to the newest:
 * `node --conditions=development --import tsx lab/bench/src/migrations.mjs [--results N] [--database sqlite]`.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres, openSqlite } from '../../../packages/storage/src/index.ts'
import { migrationForPostgres } from '../../../packages/storage/src/postgres/migrate.ts'
import { applyMigration } from '../../../packages/storage/src/sqlite/migrate.ts'
import { readOptions } from '../../../scripts/read-options.mjs'
import { programEnvironment } from '../../../scripts/system-programs.mjs'
import { conversationsOf } from './conversations.mjs'

const { DatabaseSync } = createRequire(new URL('../../../packages/storage/package.json', import.meta.url))(
  '@photostructure/sqlite',
)
const help =
  'node --conditions=development --import tsx lab/bench/src/migrations.mjs [--results 300000] [--database sqlite]'
const { results = 300_000, database = 'sqlite' } = readOptions(help, {
  results: 'number',
  database: ['sqlite', 'postgres'],
})
const owners = [
  "INSERT INTO users (id, name, is_admin, created_at, updated_at) VALUES ('u1', 'Owner', 1, 0, 0)",
  'INSERT INTO workspaces (id, name, plan, is_suspended, is_past_due, created_at, updated_at) ' +
    "VALUES ('w1', 'W', 'UNLIMITED', 0, 0, 0, 0)",
  'INSERT INTO bots (id, workspace_id, name, public_id, is_archived, is_closed, published_release_id, created_at, updated_at, theme, ' +
    "settings, flow) VALUES ('b1', 'w1', 'Bot', 'bot', 0, 0, 'rel1', 0, 0, '{}', '{}', '{}')",
]
const filling = [
  'CREATE TABLE migrations (number INTEGER PRIMARY KEY, applied_at BIGINT NOT NULL)',
  'INSERT INTO migrations VALUES (1, 0)',
  ...owners,
  ...conversationsOf({
    ...{ botId: 'b1', workspaceId: 'w1', releaseId: 'rel1', count: results, isFirst: true },
    now: Date.UTC(2026, 10, 21),
  }),
]
const folder = mkdtempSync(join(tmpdir(), 'colloquy-bench-'))
const { bytes, open, end } = database === 'sqlite' ? sqlite() : await postgres()
try {
  console.log(`${results} results in ${(bytes / 1_048_576).toFixed()} MB on ${database}`)
  const times = []
  const began = performance.now()
  const storage = await open((number) => times.push({ number, at: performance.now() }))
  const ended = performance.now()
  await storage.close()
  const slowest = times
    .map(({ number, at }, index) => ({ number, seconds: ((times[index + 1]?.at ?? ended) - at) / 1_000 }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 5)
  console.log(
    `migrated in ${((ended - began) / 1_000).toFixed(1)} s, before the first migration ${(((times[0]?.at ?? ended) - began) / 1_000).toFixed(1)} s, ` +
      `slowest ${slowest.map(({ number, seconds }) => `${number}: ${seconds.toFixed(1)} s`).join(', ')}; ` +
      `load of the machine ${loadavg()[0].toFixed(1)}`,
  )
} finally {
  await end()
  rmSync(folder, { recursive: true, force: true })
}

function sqlite() {
  const path = join(folder, 'colloquy.db')
  const opened = new DatabaseSync(path)
  opened.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -500000; PRAGMA foreign_keys = OFF',
  )
  applyMigration(opened, 1)
  for (const sql of filling) opened.exec(sql)
  opened.close()
  return {
    bytes: statSync(path).size,
    open: (onMigration) => openSqlite({ folder, onMigration }),
    end: async () => {},
  }
}

async function postgres() {
  Object.assign(process.env, programEnvironment())
  const { createDatabase, startPostgres, withClient } = await import(
    '../../../packages/storage/src/testing/postgres-cluster.ts'
  )
  const cluster = await startPostgres({ isDurable: true })
  const url = await createDatabase(cluster.url('postgres'), { isEmpty: true })
  const bytes = await withClient(url, async (client) => {
    await client.query('SET synchronous_commit = off')
    await client.query(migrationForPostgres(1))
    for (const sql of filling) await client.query(sql)
    await client.query('VACUUM ANALYZE')
    await client.query('CHECKPOINT')
    return Number((await client.query('SELECT pg_database_size(current_database()) AS bytes')).rows[0].bytes)
  })
  return { bytes, open: (onMigration) => openPostgres({ url, onMigration }), end: () => cluster.remove() }
}
