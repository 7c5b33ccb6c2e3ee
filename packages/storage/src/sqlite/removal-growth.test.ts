import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Listeners } from '../changes.js'
import { markRemoved } from '../removal-marks.js'
import { stepsOf } from '../removals/removal-steps.js'
import { removalStore } from '../removals/removal-store.js'
import { fillingOfAll, measuredRemovals } from '../testing/removal-growth.js'
import { Connection } from './connection.js'
import { Reader } from './reader.js'
import { sqliteDatabase } from './sqlite-database.js'

const folder = mkdtempSync(join(tmpdir(), 'colloquy-growth-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Rows of each table, all of one owner. */
const few = 1_000
const many = few * 4

/** Milliseconds that count as none. */
const noise = 20

/** Linear work has a factor of 4, quadratic work one of 16. */
const maxGrowth = 8

it.each(Object.keys(stepsOf) as (keyof typeof stepsOf)[])(
  'removing %s takes no longer than in proportion to their rows',
  async (kind) => {
    const [short, long] = [await timeOf(kind, few), await timeOf(kind, many)]
    expect(long / Math.max(short, noise), `${short.toFixed()} → ${long.toFixed()} ms`).toBeLessThan(maxGrowth)
  },
  60_000,
)

/** Milliseconds of processor time of a removal from a filled database. */
async function timeOf(kind: keyof typeof stepsOf, rows: number): Promise<number> {
  const path = join(folder, `${kind}-${rows}.db`)
  const connection = new Connection(path, () => {}, false)
  connection.prepare('PRAGMA foreign_keys = OFF').run()
  connection.prepare('CREATE TABLE numbers (n INTEGER PRIMARY KEY)').run()
  connection
    .prepare(
      'WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ?) INSERT INTO numbers SELECT n FROM counted',
    )
    .run(rows)
  for (const sql of fillingOfAll(rows)) connection.prepare(sql).run()
  connection.prepare('PRAGMA foreign_keys = ON').run()
  const reader = new Reader(path, () => {})
  const database = sqliteDatabase(connection, { reader, listeners: new Listeners() })
  await database.transaction(() => markRemoved(measuredRemovals[kind]))
  const store = removalStore(database)
  const before = process.cpuUsage()
  for (let now = 1; (await store.work(now, { rows: 100, milliseconds: 0 })).state !== 'idle'; now++);
  const { user, system } = process.cpuUsage(before)
  await reader.close()
  connection.close()
  return (user + system) / 1_000
}
