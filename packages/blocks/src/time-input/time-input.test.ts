import { expect, test } from 'vitest'
import { answer } from '../testing/ask.js'
import { timeInput } from './runtime.js'

test.each([
  ['14:30:15', '14:30'],
  ['noon', '12:00'],
  ['3pm', '15:00'],
  ['foo', '(rejected)'],
])('reads %j as %s', (text, expected) => {
  expect(answer(timeInput, {}, text)).toBe(expected)
})

test('uses the format of the author', () => {
  expect(answer(timeInput, { options: { format: 'hh:mm a' } }, '14:30')).toBe('02:30 PM')
})
