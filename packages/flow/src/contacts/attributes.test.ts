import { describe, expect, test } from 'vitest'
import { attributeLimits, readAttribute, storedOfAttribute } from './attributes.js'
import type { AttributeValue } from './index.js'

describe('readAttribute', () => {
  test.each([
    ['text', 'Pro', 'Pro'],
    ['text', ['a', 'b'], '["a","b"]'],
    ['number', '42', 42],
    ['number', ' 1,234.5 ', 1234.5],
    ['number', '-3', -3],
    ['date', '2026-02-28', '2026-02-28'],
    ['date', '2026-02-28T23:30:00+02:00', '2026-02-28'],
    ['date', '2026-02-28T10:00:00.000Z', '2026-02-28'],
    ['boolean', 'Yes', true],
    ['boolean', 'nein', false],
    ['boolean', 'true', true],
    ['boolean', '0', false],
    ['list', 'one', ['one']],
    ['list', ['one', null, '', 'two'], ['one', 'two']],
  ] as const)('reads for a %s the value %j as %j', (type, stored, value) => {
    expect(readAttribute(type, stored)).toEqual({ value })
  })

  test.each(['text', 'number', 'date', 'boolean', 'list'] as const)('clears a %s by an empty value', (type) => {
    for (const empty of [null, '', []]) expect(readAttribute(type, empty)).toEqual({ value: null })
  })

  test.each([
    ['number', 'many', '"many" is not a number'],
    ['number', '12345678901234567890', '"12345678901234567890" is not a number'],
    ['number', ['1'], '["1"] is not a number'],
    ['date', '2026-02-30', '"2026-02-30" is not a date'],
    ['date', 'soon', '"soon" is not a date'],
    ['boolean', 'maybe', '"maybe" is not yes or no'],
  ] as const)('says for a %s why it cannot hold %j', (type, stored, problem) => {
    expect(readAttribute(type, stored)).toEqual({ problem })
  })

  test('reads a date as the input reads its answers', () => {
    const instantOf = (text: string) => (text === '03/04/2026' ? Date.UTC(2026, 3, 3) : undefined)
    expect(readAttribute('date', '03/04/2026', instantOf)).toEqual({ value: '2026-04-03' })
    expect(readAttribute('date', '03.04.2026', instantOf)).toMatchObject({ problem: expect.any(String) })
  })

  test('keeps what is too long out, and shows only the beginning of it', () => {
    const long = 'x'.repeat(attributeLimits.characters + 1)
    const many = Array.from({ length: attributeLimits.items + 1 }, () => 'x')
    for (const [type, stored] of [
      ['text', long],
      ['list', long],
      ['list', many],
      ['number', long],
    ] as const) {
      const read = readAttribute(type, stored)
      expect('problem' in read && read.problem.length).toBeLessThan(150)
    }
  })
})

const stored: [AttributeValue, unknown][] = [
  ['Pro', 'Pro'],
  [4.5, '4.5'],
  [false, 'false'],
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
]
test.each(stored)('A variable has the attribute %j as %j', (value, stored) => {
  expect(storedOfAttribute(value)).toEqual(stored)
})
