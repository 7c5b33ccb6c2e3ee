import { describe, expect, test } from 'vitest'
import { compare, isMet, type Matcher } from './condition.js'

/** What the sandbox does, without its walls. */
const native: Matcher = ({ source, flags }, text) => {
  try {
    return new RegExp(source, flags).test(text)
  } catch {
    return undefined
  }
}

describe('a comparison', () => {
  test.each([
    ['a', 'Equal to', 'a', true],
    ['1.0', 'Equal to', '1', false],
    ['e\u0301', 'Equal to', '\u00e9', true],
    [null, 'Equal to', '', false],
    [['a', 'a'], 'Equal to', 'a', true],
    ['a', 'Not equal', 'b', true],
    ['Hello', 'Contains', ' hell ', true],
    ['Hello', 'Contains', '', false],
    [['a', 'b'], 'Contains', 'b', true],
    ['Hello', 'Does not contain', '', true],
    ['10', 'Greater than', '9', true],
    ['2026-02-01', 'Greater than', '2026-01-31', true],
    ['longer', 'Less than', 'x', false],
    ['x', 'Less than', 'longer', true],
    [['a', 'b', 'c'], 'Greater than', '2', true],
    [null, 'Less than', '1', false],
    ['', 'Is set', null, false],
    [null, 'Is empty', null, true],
    ['Hello', 'Starts with', 'HE', true],
    ['Hello', 'Ends with', 'LO', true],
    ['abc', 'Matches regex', '/B/i', true],
    ['abc', 'Matches regex', '(', false],
    ['abc', 'Does not match regex', '(', false],
    ['abc', 'Does not match regex', 'x', true],
    ['a', 'No such operator', 'a', false],
  ] as const)('%j %s %j is %s', (input, operator, value, expected) => {
    expect(compare(input as never, operator, value as never, native)).toBe(expected)
  })
})

test('a condition without comparisons is never met', () => {
  expect(isMet({ logicalOperator: 'OR', comparisons: [] }, () => undefined, native)).toBe(false)
})
