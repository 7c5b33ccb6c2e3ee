import { expect, test } from 'vitest'
import { answer } from '../testing/ask.js'
import { fakeContext } from '../testing/fake-context.js'
import { ratingInput } from './runtime.js'

test.each([
  [
    { length: 5, startsAt: 1 },
    ['0', '-3', '4.5', '', '  ', '6', 'Infinity'],
    ['1', '5', '\u0665', '5\ufe0f\u20e3', ' 3 '],
  ],
  [{ length: 5, buttonType: 'Icons' }, ['0'], ['1', '5']],
  [{ length: 5, startsAt: '{{First}}' }, ['2'], ['3']],
  [{}, ['-1', '11'], ['0', '10']],
])('with %j only the rates that are shown are accepted', (options, others, rates) => {
  const context = fakeContext({ First: '3' })
  for (const text of others) expect(answer(ratingInput, { options }, text, context), text).toBe('(rejected)')
  for (const text of rates) expect(answer(ratingInput, { options }, text, context), text).toMatch(/^\d+$/)
})

test('accepts what is not above its length, which is 10 by default', () => {
  expect(answer(ratingInput, {}, '10')).toBe('10')
  expect(answer(ratingInput, {}, '11')).toBe('(rejected)')
  expect(answer(ratingInput, { options: { length: 5 } }, '6')).toBe('(rejected)')
  expect(answer(ratingInput, {}, 'great')).toBe('(rejected)')
})
