import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startOfJson } from './start-of-json.js'

test('it begins as JSON.stringify does', () => {
  const anyLength = fc.integer({ min: 0, max: 300 })
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), anyLength, (value, length) => {
      expect(startOfJson(value, length).slice(0, length)).toBe(JSON.stringify(value).slice(0, length))
    }),
  )
})

test('it writes no more than it has to', () => {
  const large = { list: Array.from({ length: 100_000 }, () => 'x'.repeat(100)), text: 'y'.repeat(1_000_000) }
  expect(startOfJson(large, 1_000).length).toBeLessThan(1_300)
  expect(startOfJson('y'.repeat(1_000_000), 1_000).length).toBeLessThan(1_300)
})

test('it omits the same properties of an object as JSON.stringify', () => {
  expect(startOfJson({ a: undefined, b: 1 }, 100)).toBe('{"b":1}')
})
