import { expect, test } from 'vitest'
import { guessType, toStoredValue } from './variables.js'

test.each([
  [1, '1'],
  [true, 'true'],
  [{ a: 1 }, '{"a":1}'],
  ['', null],
  [undefined, null],
  [
    [1, null, 'a'],
    ['1', null, 'a'],
  ],
  ['C:\\x', 'C:\\x'],
  ['\ud800', '\ufffd'],
])('%j is stored as %j', (value, stored) => {
  expect(toStoredValue(value)).toEqual(stored)
})

test.each([
  ['42', 42],
  ['007', '007'],
  ['0.5', 0.5],
  ['+33', '+33'],
  ['true', true],
  ['Ada', 'Ada'],
  [' ', ' '],
])('%j is seen by code as %j', (value, seen) => {
  expect(guessType(value)).toEqual(seen)
})
