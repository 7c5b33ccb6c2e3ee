import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServiceProcess } from '@colloquy/server/testing/process'
import { createDatabase, startPostgres, withClient } from '@colloquy/storage/testing'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { colloquy } from '../testing/colloquy.js'
import { recordedResults } from '../testing/recorded-results.js'

const cluster = inject('postgres') as string
let folder: string
let data: string
let backup: string
let env: { DATABASE_URL: string }
/** One backup, made while the service runs with a recorded conversation and an upload. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colloquy-maintenance-'))
  data = join(folder, 'data')
  backup = join(folder, 'backup.tar.gz')
  env = { DATABASE_URL: await createDatabase(cluster, { isEmpty: true }) }
  const service = await startServiceProcess(data, env)
  expect((await colloquy(['demo', '--url', service.url])).output).toContain('(completed)')
  await mkdir(join(data, 'uploads/kept/workspaces/w1'), { recursive: true })
  await writeFile(join(data, 'uploads/kept/workspaces/w1/f1'), 'the file of a visitor')
  const made = await colloquy(['backup', backup, '--data', data], env)
  expect(made.code, made.output).toBe(0)
  const refused = await colloquy(['move', env.DATABASE_URL, join(folder, 'never')])
  expect(refused.code).toBe(1)
  expect(refused.output).toContain('A Colloquy is running on PostgreSQL')
  const unknown = await colloquy(['move', 'mysql://word@host/x', data])
  expect(unknown.code).toBe(1)
  expect(unknown.output).toBe('mysql:// is not a Colloquy database. Use a data folder or postgres://…\n')
  await service.end('SIGTERM')
})
afterAll(() => rm(folder, { recursive: true }))

test('a backup leaves nothing behind beside the data, and fills an empty PostgreSQL', async () => {
  expect((await readdir(data)).filter((name) => /unfinished|colloquy\.db/.test(name))).toEqual([])
  const restored = join(folder, 'restored')
  const other = { DATABASE_URL: await createDatabase(cluster, { isEmpty: true }) }
  const { code, output } = await colloquy(['restore', backup, '--data', restored], other)
  expect(code, output).toBe(0)
  expect(await readFile(join(restored, 'uploads/kept/workspaces/w1/f1'), 'utf8')).toBe('the file of a visitor')
  expect(await readdir(restored)).not.toContain('colloquy.db')
  const service = await startServiceProcess(restored, other)
  expect(await recordedResults(service.url)).toBe(1)
  await service.end('SIGTERM')
  const again = await colloquy(['restore', backup, '--data', join(folder, 'again')], other)
  expect(again.code).toBe(1)
  expect(again.output).toContain('is not empty: it has rows in')
})

test('a backup of PostgreSQL fills a data folder as well', async () => {
  const restored = join(folder, 'embedded')
  const { code, output } = await colloquy(['restore', backup, '--data', restored])
  expect(code, output).toBe(0)
  const service = await startServiceProcess(restored)
  expect(await recordedResults(service.url)).toBe(1)
  await service.end('SIGTERM')
})

test('an installation that is moved to SQLite and back continues with its results', async () => {
  const embedded = join(folder, 'moved')
  const there = await colloquy(['move', env.DATABASE_URL, embedded])
  expect(there.code, there.output).toBe(0)
  expect(there.output).toMatch(/\n +1 {2}results\n/)
  expect(there.output).toContain(`Set COLLOQUY_DATA to ${embedded}`)
  const onSqlite = await startServiceProcess(embedded)
  expect(await recordedResults(onSqlite.url)).toBe(1)
  await onSqlite.end('SIGTERM')
  const other = { DATABASE_URL: await createDatabase(cluster, { isEmpty: true }) }
  const back = await colloquy(['move', embedded, other.DATABASE_URL])
  expect(back.code, back.output).toBe(0)
  expect(back.output).toContain('Set DATABASE_URL to its address')
  const onPostgres = await startServiceProcess(data, other)
  expect(await recordedResults(onPostgres.url)).toBe(1)
  await onPostgres.end('SIGTERM')
})

test('doctor finds nothing wrong with a sound PostgreSQL', async () => {
  const { code, output } = await colloquy(['doctor', '--data', data, '--url', 'http://127.0.0.1:1'], env)
  expect(code, output).toBe(0)
  expect(output).toMatch(/ok {7}database: PostgreSQL \d+/)
  expect(output).toMatch(/ok {7}schema: \d+, all indexes are valid\n/)
  expect(output).toContain('news of changes: arrive (LISTEN)')
})

test('doctor warns of each setting of PostgreSQL with which a crash loses answered turns', async () => {
  const durable = await startPostgres({ isDurable: true })
  const doctor = async (address: string) =>
    (await colloquy(['doctor', '--data', data, '--url', 'http://127.0.0.1:1'], { DATABASE_URL: address })).output
  expect(await doctor(durable.url('postgres'))).toContain('ok       durability: commits are written to disk before')
  await withClient(durable.url('postgres'), (it) => it.query('ALTER DATABASE postgres SET synchronous_commit = off'))
  expect(await doctor(durable.url('postgres'))).toMatch(
    /WARNING {2}durability: .+: synchronous_commit = off\n +→ turn them on/,
  )
  await durable.remove()
  // The cluster of the tests is fast instead of safe.
  expect(await doctor(env.DATABASE_URL)).toMatch(/WARNING {2}durability: .+: fsync = off, full_page_writes = off\n/)
})

test('doctor reports a database that is the standby of another server', async () => {
  const leading = await startPostgres()
  const following = await startPostgres({ follows: await createDatabase(leading.url('postgres')) })
  const { code, output } = await colloquy(['doctor', '--data', data], { DATABASE_URL: following.url('postgres') })
  expect(code).toBe(1)
  expect(output).toMatch(/ERROR {4}database: PostgreSQL \d+.+, which only follows another server\n +→ let DATABASE_URL/)
  await following.remove()
  await leading.remove()
})

test('doctor distinguishes a replica from a server that is none, and from one that is not there', async () => {
  // A replica copies a whole cluster, and that of all tests holds hundreds of databases.
  const leading = await startPostgres()
  const url = await createDatabase(leading.url('postgres'))
  const doctor = (replica: string) =>
    colloquy(['doctor', '--data', data], { DATABASE_URL: url, DATABASE_REPLICA_URL: replica })
  const following = await startPostgres({ follows: url })
  expect((await doctor(following.url('postgres'))).output).toMatch(
    /ok {7}replica: PostgreSQL \d+.+ follows another server/,
  )
  await following.remove()
  const away = await doctor(following.url('postgres'))
  expect(away.code, away.output).toBe(0)
  expect(away.output).toContain('WARNING  replica: PostgreSQL')
  const none = await doctor(url)
  expect(none.code).toBe(1)
  expect(none.output).toContain('ERROR    replica: follows no other server')
  await leading.remove()
})

test('doctor reports a broken index, a newer schema and an unreachable server, each with a remedy', async () => {
  const ill = { DATABASE_URL: await createDatabase(cluster) }
  const change = (sql: string) => withClient(ill.DATABASE_URL, (client) => client.query(sql))
  await change("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'results_listed'::regclass")
  const broken = await colloquy(['doctor', '--data', data], ill)
  expect(broken.code).toBe(1)
  expect(broken.output).toContain('ERROR    schema: 1 damages, such as: The index results_listed is not valid: REINDEX')
  await change('INSERT INTO migrations (number, applied_at) VALUES (1000, 0)')
  const newer = await colloquy(['doctor', '--data', data], ill)
  expect(newer.code).toBe(1)
  expect(newer.output).toContain('ERROR    schema: 1000, but this Colloquy knows up to')
  const nobody = { DATABASE_URL: 'postgres://someone:secret-word@127.0.0.1:1/colloquy' }
  const absent = await colloquy(['doctor', '--data', data], nobody)
  expect(absent.code).toBe(1)
  expect(absent.output).toMatch(/ERROR {4}database: PostgreSQL 127\.0\.0\.1:1\/colloquy cannot be reached: .+\n +→ /)
  expect(absent.output).not.toContain('secret-word')
})
