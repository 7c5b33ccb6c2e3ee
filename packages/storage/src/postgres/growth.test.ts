import { expect, inject, it } from 'vitest'
import { migrations } from '../migrations.js'
import { markRemoved } from '../removal-marks.js'
import { stepsOf } from '../removals/removal-steps.js'
import { removalStore } from '../removals/removal-store.js'
import { fillingOf, tablesOfSchema } from '../testing/fill-tables.js'
import { createDatabase, withClient } from '../testing/postgres-cluster.js'
import { fillingOfAll, measuredRemovals } from '../testing/removal-growth.js'
import { migrationForPostgres } from './migrate.js'
import { Pool } from './pool.js'
import { postgresDatabase } from './postgres-database.js'

const cluster = inject('postgres') as string

/** Rows of each table, all of one owner. */
const few = 1_000
const many = few * 4

/** Milliseconds that count as none: other processes on the machine take longer. */
const noise = 60

/** Linear work has a factor of 4, quadratic work one of 16. */
const maxGrowth = 9

it('no migration takes longer than in proportion to the rows of one bot, with all that hangs on them', async () => {
  const urls = await Promise.all([few, many].map(() => createDatabase(cluster, { isEmpty: true })))
  const times = [await migrationTimes(urls[0] as string, few), await migrationTimes(urls[1] as string, many)]
  const growing = migrations.flatMap((_, index) => {
    const [short, long] = times.map((list) => list[index] as number) as [number, number]
    const isFast = long / Math.max(short, noise) <= maxGrowth
    return isFast ? [] : `migration ${index + 1}: ${short.toFixed()} → ${long.toFixed()} ms`
  })
  expect(growing).toEqual([])
}, 300_000)

it.each(Object.keys(stepsOf) as (keyof typeof stepsOf)[])(
  'removing %s takes no longer than in proportion to their rows',
  async (kind) => {
    const [short, long] = [await removalTime(kind, few), await removalTime(kind, many)]
    expect(long / Math.max(short, noise), `${short.toFixed()} → ${long.toFixed()} ms`).toBeLessThan(maxGrowth)
  },
  120_000,
)

/** Milliseconds that each migration took; each was applied twice and taken back before, and the shortest time counts. */
function migrationTimes(url: string, rows: number): Promise<number[]> {
  return withClient(url, async (client) => {
    await client.query('SET session_replication_role = replica')
    await client.query(`CREATE TABLE numbers AS SELECT generate_series(1, ${rows}) AS n`)
    const times: number[] = []
    let known = new Set<string>()
    for (let number = 1; number <= migrations.length; number++) {
      const run = async (end: 'ROLLBACK' | 'COMMIT') => {
        await client.query('BEGIN')
        const began = performance.now()
        await client.query(migrationForPostgres(number))
        const milliseconds = performance.now() - began
        await client.query(end)
        return milliseconds
      }
      times.push(Math.min(await run('ROLLBACK'), await run('ROLLBACK'), await run('COMMIT')))
      const tables = tablesOfSchema(number)
      for (const [name, columns] of tables) {
        if (known.has(name) || name.startsWith('knowledge_words')) continue
        const { rows: found } = await client.query(`SELECT 1 FROM "${name}" LIMIT 1`)
        if (found.length === 0) await client.query(fillingOf(name, columns, rows))
      }
      known = new Set(tables.keys())
    }
    return times
  })
}

async function removalTime(kind: keyof typeof stepsOf, rows: number): Promise<number> {
  const url = await createDatabase(cluster)
  await withClient(url, async (client) => {
    await client.query('SET session_replication_role = replica')
    await client.query(`CREATE TABLE numbers AS SELECT generate_series(1, ${rows}) AS n`)
    for (const sql of fillingOfAll(rows)) await client.query(sql)
    await client.query('DROP TABLE numbers')
    await client.query('ANALYZE')
  })
  const pool = new Pool({ url, size: 1 })
  try {
    const database = postgresDatabase(pool)
    await database.transaction(() => markRemoved(measuredRemovals[kind]))
    const store = removalStore(database)
    const began = performance.now()
    for (let now = 1; (await store.work(now, { rows: 100, milliseconds: 0 })).state !== 'idle'; now++);
    return performance.now() - began
  } finally {
    await pool.close()
  }
}
