import { expect, test } from 'vitest'
import { sharedReads } from './shared-reads.js'

test('who asks while a read is under way shares the next one with the others, and gets nothing older than the question', async () => {
  let stored = 'old'
  const begun: string[] = []
  const read = sharedReads(async (key) => {
    const value = stored
    begun.push(`${key} ${value}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
    return value
  })
  const first = read('a')
  stored = 'new'
  const later = [read('a'), read('a'), read('b')]
  expect(await first).toBe('old')
  expect(await Promise.all(later)).toEqual(['new', 'new', 'new'])
  expect(begun).toEqual(['a old', 'b new', 'a new'])
  stored = 'newest'
  expect(await read('a')).toBe('newest')
})

test('a read that fails, fails for those who shared it alone', async () => {
  let reads = 0
  const read = sharedReads(async () => {
    if (++reads === 1) throw new Error('The database is away')
    return reads
  })
  const outcomes = await Promise.allSettled([read('a'), read('a'), read('a')])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(reads).toBe(2)
})
