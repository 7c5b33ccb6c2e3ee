import { expect, test } from 'vitest'
import { answer, shownInput } from '../testing/ask.js'
import { fakeContext } from '../testing/fake-context.js'
import { dateInput } from './runtime.js'

test.each([
  ['2026-03-04', '04/03/2026'],
  ['03/04/2026', '03/04/2026'],
  ['4 March 2026', '04/03/2026'],
  ['2026-03-04T10:30', '04/03/2026'],
  ['March 2026', '01/03/2026'],
  ['tomorrow', '22/11/2026'],
  ['2026-03-04 to 2026-03-09', '04/03/2026'],
  ['2026', '(rejected)'],
  ['13/25/2026', '(rejected)'],
])('reads %j day first as %s', (text, expected) => {
  expect(answer(dateInput, {}, text)).toBe(expected)
})

test('another format than day first reads the month first', () => {
  expect(answer(dateInput, { options: { format: 'MM/dd/yyyy' } }, '3/4/2026')).toBe('03/04/2026')
})

test.each([
  ['2026-03-04T10:30:00+02:00', '04/03/2026 08:30'],
  ['4 March 2026 3pm', '04/03/2026 15:00'],
  ['2026-03-29T02:30', '29/03/2026 02:30'],
])('with a time, %j is %s in UTC', (text, expected) => {
  expect(answer(dateInput, { options: { hasTime: true } }, text)).toBe(expected)
})

test('a range needs an end', () => {
  const options = { isRange: true, labels: { separator: 'until' } }
  expect(answer(dateInput, { options }, '2026-03-04 to 2026-03-09')).toBe('04/03/2026 until 09/03/2026')
  expect(answer(dateInput, { options }, '2026-03-04')).toBe('(rejected)')
})

test('the days of min and max are accepted, those outside are not', () => {
  const options = { min: '2026-03-01', max: '2026-03-31', format: 'yyyy-MM-dd' }
  for (const day of ['2026-03-01', '2026-03-31']) expect(answer(dateInput, { options }, day)).toBe(day)
  for (const day of ['2026-02-28', '2026-04-01']) expect(answer(dateInput, { options }, day)).toBe('(rejected)')
})

test('with times, a bound to the minute holds to the minute', () => {
  const options = { hasTime: true, max: '2026-03-31T10:00' }
  expect(answer(dateInput, { options }, '2026-03-31T10:00')).toBe('31/03/2026 10:00')
  expect(answer(dateInput, { options }, '2026-03-31T10:01')).toBe('(rejected)')
})

test('a bound that is not a date is ignored', () => {
  expect(answer(dateInput, { options: { max: 'today+30d' } }, '2099-03-15')).toBe('15/03/2099')
})

test('bounds are shown the way the pickers of browsers want them', () => {
  const context = fakeContext({ Now: '2026-03-01T10:00:00.000Z' })
  const shown = (hasTime: boolean) =>
    shownInput(dateInput, { id: 'b', type: 'date input', options: { hasTime, min: '{{Now}}' } } as never, context)
      .options
  expect(shown(false)).toEqual({ hasTime: false, min: '2026-03-01' })
  expect(shown(true)).toEqual({ hasTime: true, min: '2026-03-01T10:00' })
})

test('a pattern that makes no sense gives way to the default, with a log', () => {
  const context = fakeContext()
  expect(answer(dateInput, { options: { format: 'nonsense' } }, '2026-03-04', context)).toBe('04/03/2026')
  expect(context.logs).toHaveLength(1)
})

test('a huge reply takes no time', () => {
  expect(answer(dateInput, {}, '1/'.repeat(500_000))).toBe('(rejected)')
})
