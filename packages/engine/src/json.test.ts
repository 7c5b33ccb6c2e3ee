import { expect, test } from 'vitest'
import { parseBigIntSafeJson } from './json.js'

test.each([
  ['{"a": 12345678901234567, "b": -12345678901234567 }', { a: '12345678901234567', b: '-12345678901234567' }],
  ['{"a":1234567890123456,"b":1.23456789012345678}', { a: 1234567890123456, b: Number('1.23456789012345678') }],
  ['[12345678901234567]', [Number('12345678901234567')]],
  ['{"a":"x: 12345678901234567,"}', { a: 'x: 12345678901234567,' }],
  ['{"a\\"b\\\\":"\\\\","c":12345678901234567}', { 'a"b\\': '\\', c: '12345678901234567' }],
  ['{"a":"\\": 12345678901234567,"}', { a: '": 12345678901234567,' }],
])('parseBigIntSafeJson keeps long whole numbers outside of strings as text: %s', (text, value) => {
  expect(parseBigIntSafeJson(text)).toEqual(value)
})

test('parseBigIntSafeJson throws a SyntaxError for a string without an end', () => {
  expect(() => parseBigIntSafeJson('{"a":12345678901234567,"b":"\\"')).toThrow(SyntaxError)
})
