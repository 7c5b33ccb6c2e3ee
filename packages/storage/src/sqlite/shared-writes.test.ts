import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Connection } from './connection.js'
import { SharedWrites } from './shared-writes.js'

let folder: string
let connection: Connection
let shared: SharedWrites
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'colloquy-shared-writes-'))
  connection = new Connection(join(folder, 'colloquy.db'), () => {})
  shared = new SharedWrites(connection)
})
afterEach(() => {
  connection.close()
  rmSync(folder, { recursive: true, force: true })
})

const set = (name: string) =>
  shared.write(() => connection.run(`INSERT INTO settings (name, value) VALUES (?, '1')`, name))
const names = () =>
  connection.all<{ name: string }>("SELECT name FROM settings WHERE name LIKE 'x%'").map(({ name }) => name)

test('writes of the same iteration share one transaction', async () => {
  const before = connection.writes
  expect(await Promise.all([set('x1'), set('x2'), set('x3')])).toEqual([1, 1, 1])
  expect(connection.writes - before).toBe(1)
  expect(names()).toEqual(['x1', 'x2', 'x3'])
})

test('a write that fails leaves the others', async () => {
  const outcomes = await Promise.allSettled([set('x1'), set('x1'), set('x2')])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(names()).toEqual(['x1', 'x2'])
})

test('what waits can be written at once, before the connection is closed', async () => {
  void set('x1')
  await shared.flush()
  expect(names()).toEqual(['x1'])
})
