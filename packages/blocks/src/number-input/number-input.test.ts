import { expect, test } from 'vitest'
import { answer, shownInput } from '../testing/ask.js'
import { fakeContext } from '../testing/fake-context.js'
import { numberInput } from './runtime.js'

test.each([
  ['12', '12'],
  ['1,5', '1.5'],
  ['5.0', '5'],
  ['5 apples', '5'],
  ['+5', '5'],
  ['1e3', '1000'],
  ['Infinity', 'Infinity'],
  ['1,234.5', '1234.5'],
  ['1.234,5', '1234.5'],
  ['1.234.567,89', '1234567.89'],
  ['007', '007'],
  ['0x10', '0x10'],
  ['', '(rejected)'],
  ['apples', '(rejected)'],
])('reads %j as %s', (text, expected) => {
  expect(answer(numberInput, {}, text)).toBe(expected)
})

test('a bound of 0 is a bound', () => {
  expect(answer(numberInput, { options: { min: 0 } }, '-1')).toBe('(rejected)')
  expect(answer(numberInput, { options: { min: 0 } }, '0')).toBe('0')
  expect(answer(numberInput, { options: { max: 0 } }, '1')).toBe('(rejected)')
})

test('a bound may come from a variable, and is shown as a number', () => {
  const context = fakeContext({ Low: '5' })
  const block = { id: 'b', type: 'number input', options: { min: '{{Low}}', max: '{{Unset}}' } } as never
  expect(answer(numberInput, block, '3', context)).toBe('(rejected)')
  expect(answer(numberInput, block, '6', context)).toBe('6')
  expect(shownInput(numberInput, block, context)).toEqual({ id: 'b', type: 'number input', options: { min: 5 } })
})
