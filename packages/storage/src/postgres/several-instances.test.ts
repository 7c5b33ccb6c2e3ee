import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Storage } from '../storage.js'
import { createDatabase, withClient } from '../testing/postgres-cluster.js'
import { removeAll } from '../testing/remove-all.js'
import { bot, commit, seed, workspace } from '../testing/rows.js'
import { openPostgres } from './open-postgres.js'

const cluster = inject('postgres') as string

describe('several instances on one PostgreSQL', () => {
  let url: string
  let one: Storage
  let other: Storage
  beforeAll(async () => {
    url = await createDatabase(cluster)
    one = await openPostgres({ url })
    other = await openPostgres({ url })
    await seed(one)
  })
  afterAll(() => Promise.all([one.close(), other.close()]))

  it('bring the schema up to date once when they start together', async () => {
    const empty = await createDatabase(cluster, { isEmpty: true })
    const opened = await Promise.all([1, 2, 3].map(() => openPostgres({ url: empty })))
    await seed(opened[0] as Storage)
    expect((await opened[2]?.bots.find('b1'))?.name).toBe('b1')
    await Promise.all(opened.map((storage) => storage.close()))
  })

  it('refuse a database of a newer Colloquy', async () => {
    const newer = await createDatabase(cluster)
    await withClient(newer, (client) => client.query('INSERT INTO migrations (number, applied_at) VALUES (1000, 0)'))
    await expect(openPostgres({ url: newer })).rejects.toThrow('The database has schema 1000')
  })

  it('are not ready once a newer Colloquy has migrated their database', async () => {
    const shared = await createDatabase(cluster)
    const older = await openPostgres({ url: shared })
    await older.check()
    await withClient(shared, (client) => client.query('INSERT INTO migrations (number, applied_at) VALUES (1000, 0)'))
    await expect(older.check()).rejects.toThrow('The database has schema 1000')
    await older.close()
  })

  it('give each version of a session to one commit, from any instance', async () => {
    const commits = Array.from({ length: 400 }, (_, index) => {
      return commit(Math.floor(index / 8) + 1, { sessionId: 'race', resultId: 'race', key: `try-${index}` })
    })
    let committed = 0
    for (let version = 0; version < 50; version++) {
      const attempts = commits.slice(version * 8, version * 8 + 8)
      const outcomes = await Promise.all(
        attempts.map((attempt, index) => (index % 2 === 0 ? one : other).sessions.commit(attempt)),
      )
      committed += outcomes.filter((outcome) => outcome === 'committed').length
    }
    expect(committed).toBe(50)
    expect((await one.sessions.turns('race')).map(({ number }) => number)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    )
    expect(await other.results.answers(['race'])).toHaveLength(50)
  })

  it('save turns of one result from several sessions, each with its answers', async () => {
    const sessionIds = Array.from({ length: 400 }, (_, index) => `shared-${index}`)
    await Promise.all(
      sessionIds.map((sessionId, index) =>
        (index % 2 === 0 ? one : other).sessions.commit(commit(1, { sessionId, resultId: 'shared' })),
      ),
    )
    expect(await one.results.answers(['shared'])).toHaveLength(400)
  })

  it('give a name, a public id or the last byte of a quota to one request only', async () => {
    const names = await Promise.all(
      [one, other, one, other].map((storage, index) =>
        storage.workspaces.create({ ...workspace(`same-${index}`), name: 'same' }, 'u1'),
      ),
    )
    expect(names.filter(Boolean)).toHaveLength(1)
    const publicIds = await Promise.all(
      [one, other, one, other].map((storage, index) =>
        storage.bots.create({ ...bot(`taken-${index}`), publicId: 'only-one' }),
      ),
    )
    expect(publicIds.sort()).toEqual(['created', 'taken', 'taken', 'taken'])
  })

  it('remove an expired session once between them', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `old-${index}`)
    await Promise.all(ids.map((sessionId) => one.sessions.commit(commit(1, { sessionId, resultId: sessionId }))))
    await one.sessions.removeExpired(1_000, 1_000)
    const removed = await Promise.all([one, other, one, other].map((it) => it.sessions.removeExpired(2_000, 1_000)))
    const left = await one.sessions.removeExpired(2_000, 1_000)
    const sum = removed.reduce((before, count) => before + count, left)
    expect(sum).toBeGreaterThanOrEqual(60)
    expect(await other.sessions.get('old-0')).toBeUndefined()
  })

  it('run a job of one name one at a time', async () => {
    let running = 0
    let max = 0
    const job = async () => {
      max = Math.max(max, ++running)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running--
    }
    await Promise.all([one, other, one, other].map((storage) => storage.exclusively('job', job)))
    expect(max).toBe(1)
  })

  it('get the notification of their own change before its response', async () => {
    const { workspaceId, id } = bot('own-news')
    await one.bots.create(bot(id))
    const heard: (string | undefined)[] = []
    const stop = one.changes.subscribe('bots', (changed) => heard.push(changed))
    await one.bots.delete(workspaceId, id, 2)
    expect(heard).toContain(id)
    stop()
  })

  it('delete a bot and save its turns without leaving anything of them', async () => {
    await one.bots.create(bot('busy'))
    const turnsOf = (session: number, version: number) => {
      const made = commit(version, { sessionId: `busy-${session}`, resultId: `busy-${session}` })
      const owner = { botId: 'busy' }
      return {
        ...made,
        session: { ...made.session, ...owner },
        results: made.results.map((it) => ({ ...it, ...owner })),
      }
    }
    const talk = async (session: number) => {
      for (let version = 1; version <= 20; version++) {
        if ((await other.sessions.commit(turnsOf(session, version))) === 'stale') return
      }
    }
    const talks = Array.from({ length: 10 }, (_, session) => talk(session))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await one.bots.delete('w1', 'busy', 5_000)).toBe(true)
    await Promise.all(talks)
    await removeAll(one)
    await withClient(url, async (client) => {
      const { rows } = await client.query(`
        SELECT (SELECT count(*)::int FROM sessions WHERE bot_id = 'busy') AS sessions,
          (SELECT count(*)::int FROM results WHERE bot_id = 'busy' AND is_deleted = 0) AS results,
          (SELECT count(*)::int FROM answers WHERE result_id LIKE 'busy-%') AS answers,
          (SELECT count(*)::int FROM turns WHERE session_id LIKE 'busy-%') AS turns`)
      expect(rows).toEqual([{ sessions: 0, results: 0, answers: 0, turns: 0 }])
    })
  })
})
