import { expect, test } from 'vitest'
import { answer, shownInput } from '../testing/ask.js'
import { fakeContext } from '../testing/fake-context.js'
import { numberInput } from './runtime.js'

test.each([
  ['12', '12'],
  ['1,5', '1.5'],
  ['5.0', '5'],
  ['1,000,000', '1000000'],
  ['12 500', '12500'],
  ['1.234', '1.234'],
  ['0,5', '0.5'],
  ['-007', '-7'],
  ['\u0661\u0662\u0663', '123'],
  ['123456789012345678901234567890', '123456789012345678901234567890'],
  ['5 apples', '(rejected)'],
  ['2 million', '(rejected)'],
  ['1,500', '(rejected)'],
  ['+5', '5'],
  ['1e3', '(rejected)'],
  ['Infinity', '(rejected)'],
  ['1,234.5', '1234.5'],
  ['1.234,5', '1234.5'],
  ['1.234.567,89', '1234567.89'],
  ['007', '007'],
  ['0x10', '(rejected)'],
  ['', '(rejected)'],
  ['apples', '(rejected)'],
])('reads %j as %s', (text, expected) => {
  expect(answer(numberInput, {}, text)).toBe(expected)
})

test('in a messaging app, the language of the input decides between thousands and decimals; clients on the web send points', () => {
  const ask = (text: string, locale?: string, channel: 'web' | 'messaging' = 'messaging') =>
    answer(numberInput, { options: { locale } }, text, fakeContext({}, { channel }))
  expect(ask('1.500', 'de')).toBe('1500')
  expect(ask('1.500', 'en')).toBe('1.5')
  expect(ask('1.500')).toBe('(rejected)')
  expect(ask('1.500', 'de', 'web')).toBe('1.5')
})

test('the unit or currency of the input may stand beside the number', () => {
  expect(answer(numberInput, { options: { style: 'unit', unit: 'kilogram' } }, '5 kg')).toBe('5')
  expect(answer(numberInput, { options: { style: 'currency', currency: 'CHF' } }, 'CHF 5.50')).toBe('5.5')
  expect(answer(numberInput, {}, '5 kg')).toBe('(rejected)')
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
