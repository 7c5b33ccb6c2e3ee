import fc from 'fast-check'
import { expect, test } from 'vitest'
import { signsOf } from './number-format.js'
import { leadingNumber, readNumber } from './read-number.js'

test.each([
  ['12', '12'],
  ['-5', '-5'],
  ['\u22125', '-5'],
  ['+5', '5'],
  ['007', '007'],
  ['-0', '0'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['1,5', '1.5'],
  ['1.50', '1.50'],
  ['0,125', '0.125'],
  ['1,234.5', '1234.5'],
  ['1.234,5', '1234.5'],
  ['1.234.567,89', '1234567.89'],
  ['1,000,000', '1000000'],
  ['1.000.000', '1000000'],
  ['12,34,567.8', '1234567.8'],
  ['12 500', '12500'],
  ['1\u202f234\u202f567,89', '1234567.89'],
  ['12\u00a0500', '12500'],
  ['1 234 567,891', '1234567.891'],
  ['1\u2019234.5', '1234.5'],
  ['\u0661\u0662\u0663', '123'],
  ['\u061c-\u0661\u066c\u0662\u0663\u0664\u066b\u0665', '-1234.5'],
  ['\u06f1\u06f2', '12'],
  ['\u0967\u0968,\u0969\u096a\u096b.\u096c', '12345.6'],
  ['\uff11\uff12\uff0e\uff15', '12.5'],
  ['5\ufe0f\u20e3', '5'],
  ['$5', '5'],
  ['-$5.50', '-5.50'],
  ['5 \u20ac', '5'],
  ['R$ 5', '5'],
  ['25 %', '25'],
  ['123456789012345678901234567890', '123456789012345678901234567890'],
])('the whole of %j is the number %s', (text, plain) => {
  expect(readNumber(text)).toBe(plain)
})

test.each([
  ['', 'apples', '5 apples', '2 million', '5k', '5-10', '5 5', '12 50', '1 2 3', '1.2.3', '1,23.5', '1,234,5'],
  ['Infinity', 'NaN', '0x10', '1e3', '--1', '1-', '5\u00b2', '\u00bd', '04.03.2026', '14:30', '9'.repeat(101)],
])('%j and others that are not a number as a whole are not read', (...texts) => {
  for (const text of texts) expect(readNumber(text), text).toBeUndefined()
})

test.each([
  ['1.500', undefined, undefined],
  ['1,500', undefined, undefined],
  ['1.500', 'de', '1500'],
  ['1,500', 'de', '1.500'],
  ['1.500', 'en', '1.500'],
  ['1,500', 'en', '1500'],
  ['1,500', 'fr', '1.500'],
  ['1.500', 'fr', undefined],
  ['1\u066b500', 'ar-EG', '1.500'],
  ['1.500', 'nonsense tag', undefined],
])('%j in the language %s is %s: one separator before three digits depends on it', (text, locale, plain) => {
  expect(readNumber(text, { locale })).toBe(plain)
})

test('a point is the decimal mark of what programs write, in any language', () => {
  expect(readNumber('1.500', { locale: 'de', hasDecimalPoint: true })).toBe('1.500')
  expect(readNumber('1,500', { hasDecimalPoint: true })).toBeUndefined()
})

test.each([
  [{ style: 'currency', currency: 'EUR', locale: 'de' }, ['5 \u20ac', '5 EUR', '5 eur', '\u20ac5']],
  [{ style: 'currency', currency: 'AED', locale: 'ar' }, ['5 \u062f.\u0625.', '5 AED']],
  [{ style: 'unit', unit: 'kilogram', locale: 'en' }, ['5 kg', '5kg', '5 kilograms']],
  [{ style: 'unit', unit: 'kilogram', locale: 'de' }, ['5 kg', '5 Kilogramm']],
] as const)('the sign of %o may stand beside its number', (look, texts) => {
  for (const text of texts) {
    expect(readNumber(text, { signs: signsOf(look) }), text).toBe('5')
    expect(readNumber(text.replace('5', '5 apples '), { signs: signsOf(look) }), text).toBeUndefined()
  }
})

/** The languages of the widget, with other forms of their numbers. */
const languages = [
  'en',
  'en-IN',
  'de',
  'de-CH',
  'es',
  'fr',
  'fr-CH',
  'it',
  'pt',
  'pt-BR',
  'ar',
  'ar-EG',
  'ar-MA',
  'fa',
  'hi-u-nu-deva',
]
const styles: Intl.NumberFormatOptions[] = [
  {},
  { style: 'percent' },
  { style: 'currency', currency: 'EUR' },
  { style: 'currency', currency: 'BRL', currencyDisplay: 'code' },
  { style: 'unit', unit: 'kilometer', unitDisplay: 'long' },
]

test('what Intl.NumberFormat prints in the languages of the widget is read back', () => {
  const cases = fc.record({
    number: fc.double({ min: -1e9, max: 1e9, noNaN: true }),
    digits: fc.integer({ min: 0, max: 4 }),
    locale: fc.constantFrom(...languages),
    style: fc.constantFrom(...styles),
  })
  fc.assert(
    fc.property(cases, ({ number, digits, locale, style }) => {
      const format = new Intl.NumberFormat(locale, {
        ...style,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      })
      const shown = (style.style === 'percent' ? number * 100 : number).toFixed(digits)
      const read = readNumber(format.format(number), { locale, signs: signsOf({ ...style, locale } as never) })
      expect(Number(read), format.format(number)).toBeCloseTo(Number(shown), Math.max(0, digits - 1))
    }),
  )
})

test('what is read is a plain, finite number, whatever the text is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom(undefined, ...languages), (text, locale) => {
      const read = readNumber(text, { locale })
      if (read !== undefined) expect(read).toMatch(/^-?\d+(\.\d+)?$/)
    }),
  )
})

test.each([
  ['5', 5],
  ['1 000', 1000],
  ['2,5', 2.5],
  ['1.500', 1.5],
  ['300px', 300],
  ['5 apples', 5],
  ['1 000 apples', 1000],
  ['1e3', 1000],
  ['', undefined],
  ['apples', undefined],
  ['Infinity', undefined],
])('in a flow, %j begins with the number %s', (text, number) => {
  expect(leadingNumber(text)).toBe(number)
})
