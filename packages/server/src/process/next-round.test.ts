import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { nextRound } from './next-round.js'

test('however many wait, one continues in each round of the event loop, in their order', async () => {
  const seen: string[] = []
  const rounds = (async () => {
    for (let round = 1; round <= 5; round++) {
      await setImmediate()
      seen.push('round')
    }
  })()
  await Promise.all([...['a', 'b', 'c'].map((name) => nextRound().then(() => seen.push(name))), rounds])
  const between = seen.join(' ').split(/[abc]/).slice(1, -1)
  expect(seen.filter((one) => one !== 'round')).toEqual(['a', 'b', 'c'])
  expect(between.every((one) => one.includes('round'))).toBe(true)
})
