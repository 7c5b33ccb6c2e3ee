import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, expect, test, vi } from 'vitest'
import { Checkpoints } from './checkpoints.js'
import { Connection } from './connection.js'

const folder = mkdtempSync(join(tmpdir(), 'colloquy-checkpoints-'))
afterAll(() => rmSync(folder, { recursive: true }))

const everyMs = 10

test('what is written reaches the database file in a thread, while the connection of turns continues writing', async () => {
  const path = join(folder, 'written.db')
  const connection = new Connection(path, () => {})
  const checkpoints = new Checkpoints(path, connection, everyMs)
  connection.write(() => connection.run('CREATE TABLE pages (text TEXT)'))
  const size = statSync(path).size
  const write = () => connection.write(() => connection.run('INSERT INTO pages VALUES (?)', 'x'.repeat(500_000)))
  write()
  await vi.waitFor(() => expect(statSync(path).size).toBeGreaterThan(size + 400_000), 10_000)
  write()
  await checkpoints.close()
  connection.close()
})

test('the log restarts although writes never pause, without a checkpoint by the connection of turns', async () => {
  const path = join(folder, 'busy.db')
  const connection = new Connection(path, () => {})
  const checkpoints = new Checkpoints(path, connection, everyMs)
  connection.write(() => connection.run('CREATE TABLE pages (text TEXT)'))
  const text = 'x'.repeat(100_000)
  const pagesOfLog = () => connection.get<{ log: number }>('PRAGMA wal_checkpoint(NOOP)')?.log ?? 0
  let isRestarted = false
  for (let pages = 0; !isRestarted && pages < 49_000; pages = Math.max(pages, pagesOfLog())) {
    await connection.held
    connection.write(() => connection.run('INSERT INTO pages VALUES (?)', text))
    isRestarted = pagesOfLog() < pages
    await sleep(5)
  }
  expect(isRestarted).toBe(true)
  await checkpoints.close()
  connection.close()
})

test('background work waits for a log that nothing else writes to, and for a long read', async () => {
  const path = join(folder, 'read.db')
  const connection = new Connection(path, () => {})
  const checkpoints = new Checkpoints(path, connection, 60_000)
  connection.write(() => connection.run('CREATE TABLE pages (text TEXT)'))
  const reader = new DatabaseSync(path)
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM pages').get()
  connection.write(() => connection.run('INSERT INTO pages VALUES (?)', 'x'.repeat(10_000_000)))
  let isReading = true
  const ending = sleep(500).then(() => {
    isReading = false
    reader.exec('COMMIT')
  })
  await checkpoints.caughtUp()
  expect(isReading).toBe(false)
  await ending
  reader.close()
  await checkpoints.close()
  connection.close()
})

test('a file that a checkpoint finds broken takes no more writes', async () => {
  const path = join(folder, 'sound.db')
  const onFatal = vi.fn()
  const connection = new Connection(path, onFatal)
  const broken = join(folder, 'broken.db')
  writeFileSync(broken, 'x'.repeat(10_000))
  const checkpoints = new Checkpoints(broken, connection, everyMs)
  connection.write(() => connection.run('CREATE TABLE pages (text TEXT)'))
  await vi.waitFor(() => expect(onFatal).toHaveBeenCalledOnce(), 10_000)
  expect(() => connection.assertWritable()).toThrow('takes no more writes')
  await checkpoints.close()
  connection.close()
})
