import { expect, test } from 'vitest'
import { answer } from '../testing/ask.js'
import { ratingInput } from './runtime.js'

test('accepts what is not above its length, which is 10 by default', () => {
  expect(answer(ratingInput, {}, '10')).toBe('10')
  expect(answer(ratingInput, {}, '11')).toBe('(rejected)')
  expect(answer(ratingInput, { options: { length: 5 } }, '6')).toBe('(rejected)')
  expect(answer(ratingInput, {}, 'great')).toBe('(rejected)')
})
