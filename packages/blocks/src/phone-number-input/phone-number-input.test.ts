import { expect, test } from 'vitest'
import { answer } from '../testing/ask.js'
import { phoneNumberInput } from './runtime.js'

test.each([
  ['+33612345678', '+33612345678'],
  ['+33 6 12 34 56 78', '+33612345678'],
  ['call +14155552671 now', '+14155552671'],
  ['\u200e+\u0663\u0663 \u0666 \u0661\u0662 \u0663\u0664 \u0665\u0666 \u0667\u0668\u00a0', '+33612345678'],
  ['+\u0969\u0969612345678', '+33612345678'],
  ['06 12 34 56 78', '(rejected)'],
  ['abc', '(rejected)'],
])('makes of %j: %s', (text, expected) => {
  expect(answer(phoneNumberInput, { options: { defaultCountryCode: 'INT' } }, text)).toBe(expected)
})

test('a default country makes the prefix needless', () => {
  expect(answer(phoneNumberInput, { options: { defaultCountryCode: 'FR' } }, '06 12 34 56 78')).toBe('+33612345678')
})

test('a huge reply takes no time', () => {
  expect(answer(phoneNumberInput, {}, '+1 '.repeat(300_000))).toBe('(rejected)')
})
