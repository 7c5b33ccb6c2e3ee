import { readNumber } from '@colloquy/flow/readers'
import { expect, test } from 'vitest'
import { en } from '../texts/en.js'
import { moreEnglish } from '../texts/more-en.js'
import { peopleEnglish } from '../texts/people-en.js'
import { ratingEnglish } from '../texts/rating-en.js'
import { readBounded, shownNumber, typedNumber } from './number-text.js'

const texts = { ...en, ...moreEnglish, ...peopleEnglish, ...ratingEnglish }

test('a number is read in the language of its input, with its sign beside it, and is sent bare', () => {
  expect(readBounded('1.234,5', { locale: 'de' }, texts)).toEqual({ bare: '1234.5' })
  expect(readBounded('1.500', { locale: 'de' }, texts)).toEqual({ bare: '1500' })
  expect(readBounded('\u0661\u0662\u066b\u0665', { locale: 'ar-EG' }, texts)).toEqual({ bare: '12.5' })
  expect(readBounded('5 kg', { locale: 'en', style: 'unit', unit: 'kilogram' }, texts)).toEqual({ bare: '5' })
})

test('a text that is not a number as a whole, or not within the bounds, has a problem', () => {
  const limits = { locale: 'de', min: 1000, max: 2000 }
  expect(readBounded('5 apples', {}, texts)).toEqual({ problem: texts.notNumber })
  expect(readBounded('999', limits, texts)).toEqual({ problem: expect.stringMatching(/1\.000.*2\.000/) })
  expect(readBounded('1.500', limits, texts)).toEqual({ bare: '1500' })
})

test.each(['en', 'de', 'es', 'fr', 'it', 'pt-BR', 'ar', 'ar-EG', 'fa'])(
  'in %s, a filled-in number is read back as it was',
  (locale) => {
    for (const bare of ['1.234', '-0.5', '1500', '007', 'Ada']) {
      const typed = typedNumber(bare, locale)
      expect(readNumber(typed, { locale }) ?? typed).toBe(bare)
    }
  },
)

test.each([
  ['1234.5', { locale: 'en', style: 'currency', currency: 'USD' }, '$1,234.50'],
  ['25', { locale: 'en', style: 'percent' }, '25%'],
  ['3', { locale: 'en', style: 'unit', unit: 'kilogram' }, '3 kg'],
  ['3', { locale: 'en', style: 'currency', currency: 'nonsense' }, '3'],
  ['007', { locale: 'en' }, '007'],
] as const)('%s as %o is shown as %s', (bare, look, shown) => {
  expect(shownNumber(bare, look)).toBe(shown)
})
