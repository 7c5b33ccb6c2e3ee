import { setImmediate as nextRound } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { DueWork } from './due-work.js'

interface Item {
  id: number
  workspaceId: string
  dueAt: number
}

afterEach(() => vi.useRealTimers())

/** Work in memory, and a function that ends an item. */
function world(items: Item[], { slots = 2, maxPause = 10_000, now = Date.now } = {}) {
  const errors: unknown[] = []
  const begun: number[] = []
  const ends = new Map<number, (error?: Error) => void>()
  const state = { looks: 0, fails: false }
  const work = new DueWork<Item>({
    slots,
    maxPause,
    now,
    report: (error) => errors.push(error),
    async look(free) {
      state.looks += 1
      await nextRound()
      if (state.fails) throw new Error('The storage is gone')
      const taken = await free.take(async (max, except) =>
        items.filter((it) => it.dueAt <= Date.now() && !except.includes(it.workspaceId)).slice(0, max),
      )
      for (const item of taken) items.splice(items.indexOf(item), 1)
      return { items: taken, nextAt: Math.min(...items.map(({ dueAt }) => dueAt)) }
    },
    perform(item) {
      begun.push(item.id)
      return new Promise((resolve, reject) => ends.set(item.id, (error) => (error ? reject(error) : resolve())))
    },
  })
  return { work, begun, ends, errors, state }
}

const item = (id: number, dueAt = 0, workspaceId = `w${id}`): Item => ({ id, workspaceId, dueAt })

test('work waits for a free slot, and begins at the end of other work, whether that failed or not', async () => {
  const { work, begun, ends, errors } = world([item(1), item(2), item(3), item(4)])
  work.soon()
  await expect.poll(() => begun).toEqual([1, 2])
  ends.get(1)?.(new Error('no luck'))
  await expect.poll(() => begun).toEqual([1, 2, 3])
  ends.get(3)?.()
  await expect.poll(() => begun).toEqual([1, 2, 3, 4])
  expect(errors).toEqual([new Error('no luck')])
})

test('work that is due later begins then, and nothing is looked for while none is known', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const items = [item(1, Date.now() + 3_000)]
  const { work, begun, state } = world(items)
  work.soon()
  while (state.looks === 0 || vi.getTimerCount() === 0) await nextRound()
  await vi.advanceTimersByTimeAsync(2_900)
  expect([begun, state.looks]).toEqual([[], 1])
  await vi.advanceTimersByTimeAsync(200)
  while (begun.length === 0) await nextRound()
  for (let i = 0; i < 5; i++) await nextRound()
  expect(vi.getTimerCount()).toBe(0)
  items.push(item(2, Date.now() + 500))
  work.note(Date.now() + 500)
  await vi.advanceTimersByTimeAsync(600)
  while (begun.length === 1) await nextRound()
  expect(begun).toEqual([1, 2])
})

test('a look that fails is reported and repeated after the pause', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const { work, begun, errors, state } = world([item(1)], { maxPause: 1_000 })
  state.fails = true
  work.soon()
  while (errors.length === 0 || vi.getTimerCount() === 0) await nextRound()
  state.fails = false
  await vi.advanceTimersByTimeAsync(1_100)
  while (begun.length === 0) await nextRound()
  expect(begun).toEqual([1])
})

test('closing waits for the work in progress, and begins none', async () => {
  const { work, begun, ends } = world([item(1), item(2)], { slots: 1 })
  work.soon()
  await expect.poll(() => begun).toEqual([1])
  let isClosed = false
  const closing = work.close().then(() => {
    isClosed = true
  })
  await nextRound()
  expect(isClosed).toBe(false)
  ends.get(1)?.()
  await closing
  work.soon()
  await nextRound()
  expect(begun).toEqual([1])
})

test('a failing clock is reported, and work is looked for again after the longest pause', async () => {
  const now = () => {
    throw new TypeError('A bug')
  }
  const { work, begun, ends, errors, state } = world([item(1), item(2, Date.now() + 60_000)], { maxPause: 20, now })
  work.soon()
  await expect.poll(() => state.looks).toBeGreaterThan(1)
  expect(errors[0]).toEqual(new TypeError('A bug'))
  expect(begun).toEqual([1])
  ends.get(1)?.()
  await work.close()
})
