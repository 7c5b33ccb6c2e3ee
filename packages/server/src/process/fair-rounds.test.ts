import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { FairRounds } from './fair-rounds.js'

test('one task begins in each round of the event loop, and owners take turns', async () => {
  const rounds = new FairRounds()
  const seen: string[] = []
  const others = (async () => {
    for (let round = 1; round <= 8; round++) {
      await setImmediate()
      seen.push('round')
    }
  })()
  const begins = ['hog 1', 'hog 2', 'hog 3', 'other 1'].map((name) =>
    rounds.next(name.split(' ', 1)[0] as string).then(() => seen.push(name)),
  )
  await Promise.all([...begins, others])
  expect(seen.filter((one) => one !== 'round')).toEqual(['hog 1', 'other 1', 'hog 2', 'hog 3'])
  const between = seen
    .join(' ')
    .split(/hog \d|other \d/)
    .slice(1, -1)
  expect(between.every((one) => one.includes('round'))).toBe(true)
})
