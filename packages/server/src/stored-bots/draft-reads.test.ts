import { EventEmitter, once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { DraftReads } from './draft-reads.js'

test('drafts of a workspace are read by one request at a time, those of another meanwhile', async () => {
  const reads = new DraftReads()
  const seen: string[] = []
  const read = (workspaceId: string, name: string) =>
    reads.run(workspaceId, async () => {
      seen.push(`${name} begins`)
      await setImmediate()
      seen.push(`${name} ends`)
      if (name === 'a') throw new Error('This one fails.')
    })
  const all = await Promise.allSettled([read('w1', 'a'), read('w1', 'b'), read('w2', 'c')])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(seen.filter((it) => !it.startsWith('c'))).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  expect(seen.indexOf('c begins')).toBeLessThan(seen.indexOf('a ends'))
})

test('a workspace with too many waiting requests is refused further ones until one has ended', async () => {
  const reads = new DraftReads()
  const isOver = new EventEmitter()
  const untilOver = () => once(isOver, 'over')
  const waiting = Array.from({ length: 64 }, () => reads.run('w1', untilOver))
  await expect(reads.run('w1', untilOver)).rejects.toMatchObject({ code: 'server_busy' })
  await expect(reads.run('w2', async () => 1)).resolves.toBe(1)
  const all = Promise.all(waiting)
  for (const _ of waiting) {
    await setImmediate()
    isOver.emit('over')
  }
  await all
  await expect(reads.run('w1', async () => 2)).resolves.toBe(2)
})
