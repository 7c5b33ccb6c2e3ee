import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDate } from '../common/read-date.js'
import { answer, measured, shownInput } from '../testing/ask.js'
import { fakeContext } from '../testing/fake-context.js'
import { dateInput } from './runtime.js'

test.each([
  ['2026-03-04', '04/03/2026'],
  ['03/04/2026', '03/04/2026'],
  ['4 March 2026', '04/03/2026'],
  ['2026-03-04T10:30', '04/03/2026'],
  ['March 2026', '01/03/2026'],
  ['tomorrow', '22/11/2026'],
  ['2026-03-04 to 2026-03-09', '(rejected)'],
  ['4.3.2026', '04/03/2026'],
  ['\u0664\u200f/\u0663\u200f/\u0662\u0660\u0662\u0666', '04/03/2026'],
  ['3 or 4 March 2026', '(rejected)'],
  ['Monday or Tuesday', '(rejected)'],
  ['31/02/2026', '(rejected)'],
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

test.each([
  ['DD/MM/YYYY', '3/4/2026', '03/04/2026'],
  ['YYYY-MM-DD', '2026-04-03', '2026-04-03'],
  ['d/M/yyyy', '3/4/2026', '3/4/2026'],
  ['dd/mm/yyyy', '3/4/2026', '03/04/2026'],
  ['MM/DD/YYYY', '3/4/2026', '03/04/2026'],
])('the format %s is meant as people write it: %s is saved as %s', (format, text, expected) => {
  expect(answer(dateInput, { options: { format } }, text)).toBe(expected)
})

test('what Intl.DateTimeFormat prints in the languages of the widget is read back', () => {
  const cases = fc.record({
    day: fc.integer({ min: Date.UTC(2001, 0, 1) / 86_400_000, max: Date.UTC(2049, 0, 1) / 86_400_000 }),
    locale: fc.constantFrom('en-GB', 'en-US', 'de', 'es', 'fr', 'it', 'pt', 'pt-BR', 'ar', 'ar-EG', 'ar-SY'),
    dateStyle: fc.constantFrom('full', 'long', 'medium', 'short'),
  })
  fc.assert(
    fc.property(cases, ({ day, locale, dateStyle }) => {
      const format = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }).format(day * 86_400_000)
      const order = locale === 'en-US' ? 'month-first' : 'day-first'
      const read = readDate(format, order, Date.UTC(2026, 10, 21))
      expect(Math.floor((read?.start.instant ?? 0) / 86_400_000), format).toBe(day)
      expect(read?.end, format).toBeUndefined()
    }),
  )
})

test('answers are compared as dates, also with dates that are written in another way', () => {
  const measure = measured(dateInput)
  expect(measure('25/12/2026')).toBeGreaterThan(measure('04/03/2026') as number)
  expect(measure('2026-12-25')).toBe(measure('25/12/2026'))
  expect(measure('2026-12-25T10:00:00.000Z')).toBe(measure('25/12/2026'))
  expect(measure('25 December 2026')).toBe(measure('25/12/2026'))
  expect(measure('soon')).toBeUndefined()
  const written = measured(dateInput, { isRange: true, format: 'MM/DD/YYYY', labels: { separator: 'bis' } })
  expect(written('03/04/2026 bis 03/09/2026')).toBe(Date.UTC(2026, 2, 4))
})

test('an earlier answer can be a bound', () => {
  const context = fakeContext({ Arrival: '04/03/2026' })
  const options = { min: '{{Arrival}}' }
  expect(answer(dateInput, { options }, '2026-03-03', context)).toBe('(rejected)')
  expect(answer(dateInput, { options }, '2026-03-04', context)).toBe('04/03/2026')
  expect(shownInput(dateInput, { id: 'b', type: 'date input', options } as never, context).options).toEqual({
    min: '2026-03-04',
  })
})

test('a range ends on or after its start, and both are within the bounds', () => {
  const options = { isRange: true, min: '2026-03-01', max: '2026-03-31' }
  expect(answer(dateInput, { options }, '2026-03-09 to 2026-03-04')).toBe('(rejected)')
  expect(answer(dateInput, { options }, '2026-03-09 to 2026-04-04')).toBe('(rejected)')
  expect(answer(dateInput, { options }, '2026-02-09 to 2026-03-04')).toBe('(rejected)')
  expect(answer(dateInput, { options }, '2026-03-04 to 2026-03-04')).toBe('04/03/2026 to 04/03/2026')
})

test('the separator of the author joins the dates of a range, in any language', () => {
  const options = { isRange: true, labels: { separator: 'bis' } }
  expect(answer(dateInput, { options }, '4.3.2026 bis 9.3.2026')).toBe('04/03/2026 bis 09/03/2026')
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
