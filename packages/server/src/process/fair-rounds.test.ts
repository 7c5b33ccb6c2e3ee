import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { FairRounds } from './fair-rounds.js'

/** Begins work of owners, given as "owner number", and returns the names in the order in which it began, by round of the event loop. */
async function begin(rounds: FairRounds, names: readonly string[], milliseconds = 0): Promise<string[][]> {
  const seen: string[][] = [[]]
  let isOver = false
  const counting = (async () => {
    while (!isOver) {
      await setImmediate()
      if ((seen.at(-1) as string[]).length > 0) seen.push([])
    }
  })()
  const works = names.map(async (name) => {
    await rounds.next(name.split(' ', 1)[0] as string)
    seen.at(-1)?.push(name)
    const until = performance.now() + milliseconds
    while (performance.now() < until);
  })
  await Promise.all(works)
  isOver = true
  await counting
  return seen.filter((round) => round.length > 0)
}

const many = (owner: string, count: number) => Array.from({ length: count }, (_, index) => `${owner} ${index + 1}`)

test('sixteen works at most begin in a round of the event loop, and owners take turns', async () => {
  const rounds = await begin(new FairRounds(), [...many('hog', 40), 'other 1', 'other 2'])
  expect(rounds.map(({ length }) => length)).toEqual([16, 16, 10])
  expect(rounds[0]?.slice(0, 5)).toEqual(['hog 1', 'other 1', 'hog 2', 'other 2', 'hog 3'])
})

test('after a round of many works, the next one waits three times as long as it took', async () => {
  const began = performance.now()
  await begin(new FairRounds(), many('hog', 17), 2)
  expect(performance.now() - began).toBeGreaterThanOrEqual(16 * 2 * (1 + 3))
})
