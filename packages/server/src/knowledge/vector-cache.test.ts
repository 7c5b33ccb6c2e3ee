import { expect, test } from 'vitest'
import { packVector, unitVector } from './pack-vector.js'
import { VectorCache } from './vector-cache.js'

/** Vectors in a quarter turn: the first is nearest to [1, 0], the last to [0, 1]. */
const vectors = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const angle = (index / Math.max(1, count - 1)) * (Math.PI / 2)
    return { chunkId: `${name}${index}`, ...packVector([Math.cos(angle), Math.sin(angle)]) }
  })
const add = (cache: VectorCache, key: string, count: number, maxBytes: number) =>
  cache.run({ kind: 'add', key, vectors: vectors(key, count), isFirst: true, maxBytes })
const search = (cache: VectorCache, key: string, limit = 3) =>
  cache.run({ kind: 'search', key, query: unitVector([1, 0]), limit })

test('The nearest vectors are found, the best first', () => {
  const cache = new VectorCache()
  add(cache, 'a', 100, 1_000_000)
  const report = search(cache, 'a')
  expect(report.kind === 'found' && report.hits.map(({ id }) => id)).toEqual(['a0', 'a1', 'a2'])
})

test('Bases that were searched last stay in memory, within its limit', () => {
  const cache = new VectorCache()
  add(cache, 'a', 100, 1_000_000)
  const max = cache.bytes * 2
  add(cache, 'b', 100, max)
  search(cache, 'a')
  expect(add(cache, 'c', 100, max)).toEqual({ kind: 'added', isWhole: true })
  expect(cache.bytes).toBeLessThanOrEqual(max)
  expect(['a', 'b', 'c'].map((key) => search(cache, key).kind)).toEqual(['found', 'missing', 'found'])
  expect(add(cache, 'd', 1_000, max)).toEqual({ kind: 'added', isWhole: false })
  expect(cache.bytes).toBeLessThanOrEqual(max)
})
