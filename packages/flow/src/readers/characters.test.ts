import { expect, test } from 'vitest'
import { asciiDigits, trimAddress } from './characters.js'

test('the digits of every script are written as 0 to 9', () => {
  const zeros = [
    '\u0660',
    '\u06f0',
    '\u0966',
    '\u09e6',
    '\u0e50',
    '\u1040',
    '\u1090',
    '\uff10',
    '\u{1d7ce}',
    '\u{1d7f6}',
  ]
  for (const zero of zeros) {
    const digits = Array.from({ length: 10 }, (_, index) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + index))
    expect(asciiDigits(digits.join('')), zero).toBe('0123456789')
  }
  expect(asciiDigits('5\u00b2 \u00bd IV')).toBe('5\u00b2 \u00bd IV')
})

test('spaces around an address and unseen characters in it are removed', () => {
  expect(trimAddress('\u200b ann@example.com\u00a0\ufeff\n')).toBe('ann@example.com')
  expect(trimAddress('\u202ahttps://exam\u00adple.com\u202c')).toBe('https://example.com')
})
