import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LogSync } from './log-sync.js'

let folder: string
let path: string
const onFailure = vi.fn()
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'colloquy-log-sync-'))
  path = join(folder, 'some.db')
  writeFileSync(`${path}-wal`, 'frames')
  onFailure.mockClear()
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The order in which promises resolve. */
function order() {
  const names: string[] = []
  return { names, note: (name: string, done: Promise<void> | undefined) => done?.then(() => names.push(name)) }
}

test('a quick disk is waited for at once, and nothing that is on the disk is waited for', async () => {
  const log = new LogSync(path, onFailure)
  expect(log.done()).toBeUndefined()
  log.noteCommit()
  expect(log.done()).toBeUndefined()
  log.close()
})

test('a slow disk is waited for in a thread; what is committed meanwhile waits for the next sync', async () => {
  const log = new LogSync(path, onFailure, { slowMs: 0 })
  const { names, note } = order()
  log.noteCommit()
  const first = note('first', log.done())
  const read = note('read', log.done())
  log.noteCommit()
  const second = note('second', log.done())
  const third = note('third', log.done())
  expect(names).toEqual([])
  await Promise.all([first, read, second, third])
  expect(names).toEqual(['first', 'read', 'second', 'third'])
  expect(log.done()).toBeUndefined()
  log.close()
})

test('the sync of a thread that ends before it answers is repeated', async () => {
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(function (this: Worker) {
    void this.terminate()
  })
  const log = new LogSync(path, onFailure, { slowMs: 0 })
  log.noteCommit()
  await log.done()
  log.noteCommit()
  await log.done()
  expect(onFailure).not.toHaveBeenCalled()
  log.close()
})

test.each([
  ['at once', Number.POSITIVE_INFINITY],
  ['in a thread', 0],
])('a sync that fails %s rejects all who wait', async (_, slowMs) => {
  rmSync(`${path}-wal`)
  symlinkSync('/dev/null', `${path}-wal`)
  const log = new LogSync(path, onFailure, { slowMs })
  log.noteCommit()
  await expect(log.done()).rejects.toThrow('The disk failed')
  expect(onFailure).toHaveBeenCalledOnce()
  log.close()
})
