import { expect, test } from 'vitest'
import type { Calls } from './pool-share.js'
import { PoolShare } from './pool-share.js'

test('a share occupies no more connections than it may, and passes on what its calls return', async () => {
  let open = 0
  let max = 0
  const answer: ((fails: boolean) => void)[] = []
  const pool: Calls = {
    run: (sql) =>
      new Promise((resolve, reject) => {
        max = Math.max(max, ++open)
        answer.push((fails) => {
          open -= 1
          if (fails) reject(new Error(sql))
          else resolve({ rows: [{ sql }], changes: 1 })
        })
      }),
    use: (work) => pool.run('BEGIN', []).then(() => work(undefined as never)),
  }
  const share = new PoolShare(pool, 2)
  const calls = [share.run('a', []), share.run('b', []), share.run('c', []), share.use(async () => 'd')]
  const outcomes = Promise.allSettled(calls)
  for (let number = 0; number < calls.length; number += 1) {
    while (answer.length <= number) await new Promise(setImmediate)
    answer[number]?.(number === 1)
  }
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(await calls[3]).toBe('d')
  expect(max).toBe(2)
})
