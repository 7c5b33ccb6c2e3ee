import { DatabaseSync } from '@photostructure/sqlite'
import { expect, it } from 'vitest'
import { migrations } from '../migrations.js'
import { fillingOf, tablesOfSchema } from '../testing/fill-tables.js'
import { applyMigration } from './migrate.js'

/** Rows of each table, all of one bot. */
const few = 1_500
const many = few * 4

/** Milliseconds that count as none. */
const noise = 15

/** Linear work has a factor of 4, quadratic work one of 16. */
const maxGrowth = 8

it('no migration takes longer than in proportion to the rows of one bot, with all that hangs on them', () => {
  const [small, large] = [few, many].map(filledDatabase) as [Filled, Filled]
  const growing: string[] = []
  for (let number = 2; number <= migrations.length; number++) {
    const [short, long] = [small.time(number), large.time(number)]
    const growth = long / Math.max(short, noise)
    if (growth > maxGrowth) growing.push(`migration ${number}: ${short.toFixed()} → ${long.toFixed()} ms`)
    for (const database of [small, large]) database.migrate(number)
  }
  expect(growing).toEqual([])
}, 120_000)

type Filled = ReturnType<typeof filledDatabase>

function filledDatabase(rows: number) {
  const database = new DatabaseSync(':memory:')
  database.exec(`PRAGMA foreign_keys = OFF; CREATE TABLE numbers (n INTEGER PRIMARY KEY);
    WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${rows})
      INSERT INTO numbers SELECT n FROM counted`)
  let known = new Set<string>()
  /** A table may have got another name. */
  const isEmpty = (table: string) => !database.prepare(`SELECT 1 FROM "${table}" LIMIT 1`).get()
  const migrate = (number: number) => {
    applyMigration(database, number)
    const tables = tablesOfSchema(number)
    for (const [name, columns] of tables)
      if (!known.has(name) && !name.startsWith('knowledge_words') && isEmpty(name))
        database.exec(fillingOf(name, columns, rows))
    known = new Set(tables.keys())
  }
  migrate(1)
  return {
    migrate,
    /** The shortest of three runs, which are all taken back. */
    time(number: number): number {
      const times = [1, 2, 3].map(() => {
        database.exec('BEGIN')
        const before = process.cpuUsage()
        applyMigration(database, number)
        const { user, system } = process.cpuUsage(before)
        database.exec('ROLLBACK')
        return (user + system) / 1_000
      })
      return Math.min(...times)
    },
  }
}
