import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isFatal } from './connection.js'
import { Reader } from './reader.js'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const rows = 300_000
const manyRows = `WITH RECURSIVE numbers(one) AS (SELECT 1 UNION ALL SELECT one + 1 FROM numbers WHERE one < ${rows}) SELECT * FROM numbers`

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colloquy-'))
  path = join(folder, 'some.db')
  new DatabaseSync(path).close()
})
afterEach(() => rm(folder, { recursive: true }))

test('a reader that is closed answers the question in progress, rejects the others, and does not end the process', async () => {
  const reader = new Reader(path, () => {})
  expect(await reader.all('SELECT 1 AS one', [])).toEqual([{ one: 1 }])
  const questions = Array.from({ length: 20 }, () => reader.all(manyRows, []))
  const outcomes = Promise.allSettled(questions)
  await questions[0]
  await reader.close()
  const states = (await outcomes).map(({ status }) => status)
  expect(states.at(-1)).toBe('rejected')
  expect(states.toSorted()).toEqual(states)
})

test('a process that exits during a read ends with its own code', async () => {
  const program = `
    import { Reader } from '${new URL('reader.ts', import.meta.url)}'
    const reader = new Reader(${JSON.stringify(path)}, () => {})
    await reader.all('SELECT 1', [])
    for (let count = 0; count < 100; count++) reader.all(${JSON.stringify(manyRows)}, []).catch(() => {})
    setTimeout(() => process.exit(7), 100)`
  const args = ['--conditions=development', '--import=tsx', '--input-type=module', '--eval', program]
  const ended = promisify(execFile)(process.execPath, args, { cwd: root }).catch((error) => error)
  expect(await ended).toMatchObject({ code: 7, signal: null })
}, 30_000)

test('a reader reports damage of the file, so that the service ends as for damage that it finds itself', async () => {
  const database = new DatabaseSync(path)
  database.exec(`CREATE TABLE numbers AS SELECT * FROM (${manyRows}) LIMIT 50000`)
  database.close()
  const file = await open(path, 'r+')
  await file.write(Buffer.alloc(4_096 * 100, 0xff), 0, undefined, 4_096 * 100)
  await file.close()
  const failures: Error[] = []
  const reader = new Reader(path, (error) => failures.push(error))
  await expect(reader.all('SELECT sum(one) FROM numbers', [])).rejects.toThrow('malformed')
  await reader.close()
  expect(failures.map(isFatal)).toEqual([true])
})
