import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { copyFromPostgres, fillPostgres, moveDatabase } from '../move/move-database.js'
import { movedTables } from '../move/tables.js'
import { openSqlite } from '../sqlite/open-sqlite.js'
import { dumpDatabase } from '../testing/dump-database.js'
import { changeDatabase, readDatabase } from '../testing/inspect-database.js'
import { populate } from '../testing/populate.js'
import { createDatabase, withClient } from '../testing/postgres-cluster.js'
import { bot, commit } from '../testing/rows.js'
import { openPostgres } from './open-postgres.js'

const cluster = inject('postgres') as string
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'colloquy-move-'))
  folders.push(folder)
  return folder
}
const newDatabase = () => createDatabase(cluster, { isEmpty: true })

/** A database with rows of every kind, and enough of some kinds for several pages. */
let full: string
beforeAll(async () => {
  full = newFolder()
  const storage = await openSqlite({ folder: full })
  await populate(storage)
  const flow = JSON.stringify({ text: 'é'.repeat(700_000) })
  for (const id of ['large-1', 'large-2', 'large-3']) await storage.bots.create({ ...bot(id), flow })
  const talks = Array.from({ length: 3_000 }, (_, index) => {
    return storage.sessions.commit(commit(1, { sessionId: `many-${index}`, resultId: `many-${index}` }))
  })
  await Promise.all(talks)
  await storage.close()
})

/** All rows, sorted, without those that record when each migration was applied. */
const rowsOf = (folder: string) =>
  dumpDatabase(folder)
    .split(/\n(?=INSERT INTO )/)
    .filter((line) => line.startsWith('INSERT') && !line.startsWith('INSERT INTO "migrations"'))
    .sort()
const countIn = (url: string, table: string) =>
  withClient(url, async (client) => (await client.query(`SELECT count(*)::int AS count FROM ${table}`)).rows[0].count)

describe('a database that is moved', () => {
  it('has a row in every table, which the next test needs', () => {
    for (const { name } of movedTables()) {
      expect(readDatabase(full, `SELECT 1 FROM ${name} LIMIT 1`), name).toHaveLength(1)
    }
  })

  it('is the same in every byte there and back, and can be worked with in both places', async () => {
    const url = await newDatabase()
    const told: [string, number][] = []
    const count = await moveDatabase(full, url, (...table) => told.push(table))
    expect(told.map(([name]) => name)).toEqual(movedTables().map(({ name }) => name))
    expect(count).toBe(rowsOf(full).length)
    const back = newFolder()
    expect(await moveDatabase(url, back)).toBe(count)
    expect(rowsOf(back).join('\n') === rowsOf(full).join('\n')).toBe(true)
    const opened = await Promise.all([openPostgres({ url }), openSqlite({ folder: back })])
    for (const storage of opened) {
      expect(await storage.sessions.commit(commit(3))).toBe('committed')
      expect(await storage.results.answers(['r1'])).toHaveLength(3)
      await storage.close()
    }
  })

  it('is not changed by it', async () => {
    const before = rowsOf(full)
    await moveDatabase(full, newFolder())
    expect(rowsOf(full)).toEqual(before)
  })

  it('may be in use while it is copied, which shows one moment of it', async () => {
    const url = await newDatabase()
    await moveDatabase(full, url)
    const storage = await openPostgres({ url })
    let isOver = false
    const talk = async () => {
      for (let index = 0; !isOver; index++) {
        await storage.sessions.commit(commit(1, { sessionId: `new-${index}`, resultId: `new-${index}` }))
      }
    }
    const talking = talk()
    const copy = newFolder()
    await copyFromPostgres(url, copy)
    isOver = true
    await talking
    await storage.close()
    const pairs = "SELECT id FROM results WHERE id LIKE 'new-%' AND id NOT IN (SELECT result_id FROM answers)"
    expect(readDatabase(copy, pairs)).toEqual([])
    const other = await newDatabase()
    await fillPostgres(join(copy, 'colloquy.db'), other)
    expect(await countIn(other, 'results')).toBe(
      readDatabase<{ count: number }>(copy, 'SELECT count(*) AS count FROM results')[0]?.count,
    )
  })
})

describe('a move that cannot be made', () => {
  it('is refused when there is something in the target', async () => {
    const used = newFolder()
    await (await openSqlite({ folder: used })).close()
    await expect(moveDatabase(full, used)).rejects.toThrow('holds a database already')
    const url = await createDatabase(cluster)
    await withClient(url, (client) => client.query("INSERT INTO settings VALUES ('a', 'b')"))
    await expect(moveDatabase(full, url)).rejects.toThrow('is not empty: it has rows in settings')
    await expect(moveDatabase(full, full)).rejects.toThrow('onto itself')
  })

  it('is refused when there is nothing to move, or nobody there', async () => {
    await expect(moveDatabase(newFolder(), newFolder())).rejects.toThrow('There is no database')
    await expect(moveDatabase('postgres://word@127.0.0.1:1/none', newFolder())).rejects.toThrow(
      'PostgreSQL 127.0.0.1:1/none cannot be reached',
    )
  })

  it('is refused while a service runs at either end', async () => {
    const busy = newFolder()
    const sqlite = await openSqlite({ folder: busy })
    await expect(moveDatabase(busy, newFolder())).rejects.toThrow('already running')
    await sqlite.close()
    const url = await createDatabase(cluster)
    const postgres = await openPostgres({ url })
    await expect(moveDatabase(url, newFolder())).rejects.toThrow('A Colloquy is running on PostgreSQL')
    await expect(moveDatabase(full, url)).rejects.toThrow('A Colloquy is running on PostgreSQL')
    await postgres.close()
  })

  it('is refused when the schema is not that of today', async () => {
    const older = newFolder()
    await moveDatabase(full, older)
    changeDatabase(older, 'DELETE FROM migrations WHERE number > 3')
    await expect(moveDatabase(older, newFolder())).rejects.toThrow('has schema 3, and this Colloquy has')
  })

  it.each(['sqlite', 'postgres'])('leaves nothing in %s when it is broken off, and can be made again', async (kind) => {
    const target = kind === 'sqlite' ? newFolder() : await newDatabase()
    const breakOff = (table: string) => {
      if (table === 'results') throw new Error('broken off')
    }
    await expect(moveDatabase(full, target, breakOff)).rejects.toThrow('broken off')
    if (kind === 'sqlite') expect(readdirSync(target).filter((name) => name !== 'colloquy.lock')).toEqual([])
    else expect(await countIn(target, 'users')).toBe(0)
    expect(await moveDatabase(full, target)).toBe(rowsOf(full).length)
  })
})
