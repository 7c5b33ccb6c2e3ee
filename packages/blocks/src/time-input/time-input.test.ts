import { expect, test } from 'vitest'
import { answer, measured } from '../testing/ask.js'
import { timeInput } from './runtime.js'

test.each([
  ['14:30:15', '14:30'],
  ['noon', '12:00'],
  ['3pm', '15:00'],
  ['15 Uhr', '15:00'],
  ['15h30', '15:30'],
  ['\u0661\u0664:\u0663\u0660', '14:30'],
  ['foo', '(rejected)'],
  ['4 March 2026', '(rejected)'],
  ['14:00-15:00', '(rejected)'],
])('reads %j as %s', (text, expected) => {
  expect(answer(timeInput, {}, text)).toBe(expected)
})

test('answers are compared by their time, whichever way they are written', () => {
  const measure = measured(timeInput, { format: 'hh:mm a' })
  expect(measure('02:30 PM')).toBe(measure('14:30'))
  expect(measure('09:00 AM')).toBeLessThan(measure('02:30 PM') as number)
  expect(measure('foo')).toBeUndefined()
})

test('a format without halves of the day has 24 hours', () => {
  expect(answer(timeInput, { options: { format: 'hh:mm' } }, '14:30')).toBe('14:30')
})

test('uses the format of the author', () => {
  expect(answer(timeInput, { options: { format: 'hh:mm a' } }, '14:30')).toBe('02:30 PM')
})
