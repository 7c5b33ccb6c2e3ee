import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Storage } from '../storage.js'
import { type Cluster, createDatabase, startPostgres, withClient } from '../testing/postgres-cluster.js'
import { commit, seed } from '../testing/rows.js'
import { openPostgres } from './open-postgres.js'

let primary: Cluster
let replica: Cluster
let replicaUrl: string
let storage: Storage
beforeAll(async () => {
  primary = await startPostgres()
  const url = await createDatabase(primary.url('postgres'))
  replica = await startPostgres({ follows: url })
  replicaUrl = replica.url(new URL(url).pathname.slice(1))
  storage = await openPostgres({ url, replicaUrl })
  await seed(storage)
})
afterAll(async () => {
  await storage.close()
  await replica.remove()
  await primary.remove()
})

const onReplica = (sql: string) => withClient(replicaUrl, async (client) => (await client.query(sql)).rows[0])
const listed = async () =>
  (await storage.listedResults.list('w1', 'b1', { limit: 10, bytes: 1_000_000 })).rows.map(({ id }) => id)
const converse = (id: string) => storage.sessions.commit(commit(1, { sessionId: id, resultId: id }))
const caughtUp = async () => {
  const { at } = await withClient(primary.url('postgres'), async (client) => {
    return (await client.query('SELECT pg_current_wal_lsn() AS at')).rows[0]
  })
  while ((await onReplica(`SELECT pg_last_wal_replay_lsn() >= '${at}' AS is`)).is !== true);
}

it('lists, finds, exports and counts results as the replica has them, and everything else as they are', async () => {
  await converse('early')
  await caughtUp()
  await onReplica('SELECT pg_wal_replay_pause()')
  await converse('late')
  expect(await listed()).toEqual(['early'])
  expect(await storage.listedResults.answers(['late'])).toEqual([])
  const span = { workspaceId: 'w1', botId: 'b1' }
  expect((await storage.resultSearch.page(span, {}, { limit: 10, bytes: 1_000_000 })).rows.map(({ id }) => id)).toEqual(
    ['early'],
  )
  expect((await storage.analytics.totals(span)).views).toBe(1)
  expect((await storage.results.get('w1', 'b1', 'late'))?.id).toBe('late')
  expect((await storage.results.answers(['late'])).length).toBe(1)
  expect((await storage.sessions.open('late', undefined))?.row.version).toBe(1)
  await onReplica('SELECT pg_wal_replay_resume()')
  await caughtUp()
  expect(await listed()).toEqual(['late', 'early'])
})

it('erasing by value reads the primary, however far behind the replica is', async () => {
  await caughtUp()
  await onReplica('SELECT pg_wal_replay_pause()')
  const late = commit(1, { sessionId: 'person', resultId: 'person' })
  await storage.sessions.commit({
    ...late,
    answers: late.answers.map((row) => ({ ...row, content: 'ada@example.com' })),
  })
  await storage.results.erase('w1', 'ada@example.com')
  expect(await storage.results.get('w1', 'b1', 'person')).toBeUndefined()
  await onReplica('SELECT pg_wal_replay_resume()')
})

it('reads from the database itself while the replica is away', async () => {
  await caughtUp()
  const before = await listed()
  await replica.stop('immediate')
  expect(await listed()).toEqual(before)
  await converse('solo')
  expect(await listed()).toEqual(['solo', ...before])
  await replica.start()
})
