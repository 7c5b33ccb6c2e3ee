import { expect, test } from 'vitest'
import { bareNumber, numberSign, shownNumber } from './number-text.js'

test.each([
  ['1,234.5', 'en', '1234.5'],
  ['1.234,5', 'de', '1234.5'],
  ['1 234,5', 'fr', '1234.5'],
  ["1'234.5", 'de-CH', '1234.5'],
  ['12,5', 'fr', '12.5'],
  ['12.5', 'fr', '12.5'],
  ['007', 'en', '007'],
  ['-3', 'en', '-3'],
  ['+3', 'en', '3'],
  ['.5', 'en', '.5'],
])('%s in %s is %s', (text, locale, bare) => {
  expect(bareNumber(text, locale)).toBe(bare)
})

test.each(['', 'abc', '12 apples', '1.2.3', '--1', '1e9'])('%j is not a number', (text) => {
  expect(bareNumber(text, 'en')).toBeUndefined()
})

test.each([
  ['1234.5', { locale: 'en', style: 'currency', currency: 'USD' }, '$1,234.50'],
  ['25', { locale: 'en', style: 'percent' }, '25%'],
  ['3', { locale: 'en', style: 'unit', unit: 'kilogram' }, '3 kg'],
  ['3', { locale: 'en', style: 'currency', currency: 'nonsense' }, '3'],
  ['007', { locale: 'en' }, '007'],
] as const)('%s as %o is shown as %s', (bare, look, shown) => {
  expect(shownNumber(bare, look)).toBe(shown)
})

test('the sign beside the field is that of the style', () => {
  expect(numberSign({ locale: 'en', style: 'currency', currency: 'EUR' })).toBe('€')
  expect(numberSign({ locale: 'en', style: 'unit', unit: 'kilogram' })).toBe('kg')
  expect(numberSign({ locale: 'en' })).toBe('')
})
