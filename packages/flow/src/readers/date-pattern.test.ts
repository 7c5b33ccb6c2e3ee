import { expect, test } from 'vitest'
import { datePattern, isDayFirst } from './date-pattern.js'

test.each([
  ['DD/MM/YYYY', 'dd/MM/yyyy'],
  ['YYYY-MM-DD', 'yyyy-MM-dd'],
  ['dd/mm/yyyy', 'dd/MM/yyyy'],
  ['mm/dd/yyyy', 'MM/dd/yyyy'],
  ['yyyy-mm-dd HH:mm', 'yyyy-MM-dd HH:mm'],
  ['DD.MM.YY HH:MM', 'dd.MM.yy HH:mm'],
  ['HH:MM:SS', 'HH:mm:ss'],
  ['hh:mm', 'HH:mm'],
  ['hh:mm A', 'hh:mm a'],
  ['dddd, D MMMM YYYY', 'EEEE, d MMMM yyyy'],
  ["DD 'de' MMMM", "dd 'de' MMMM"],
])('the format %s means %s', (format, pattern) => {
  expect(datePattern(format)).toBe(pattern)
})

test.each(['dd/MM/yyyy', 'yyyy-DDD', "YYYY-'W'ww", 'HH:mm', 'h:mm a', 'd MMM yyyy HH:mm:ss', "HH:mm 'Uhr, DD'"])(
  'the format %s stays',
  (format) => {
    expect(datePattern(format)).toBe(format)
  },
)

test.each([
  ['dd/MM/yyyy', true],
  ['d. MMMM yyyy', true],
  ['MM/dd/yyyy', false],
  ['yyyy-MM-dd', false],
  ["'Month' dd/MM", true],
])('in %s, the day comes first: %s', (pattern, expected) => {
  expect(isDayFirst(pattern)).toBe(expected)
})
