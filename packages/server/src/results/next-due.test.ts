import { expect, test } from 'vitest'
import { nextDue } from './next-due.js'

const next = (frequency: Parameters<typeof nextDue>[0], timeZone: string, now: string) =>
  new Date(nextDue(frequency, timeZone, Date.parse(now))).toISOString()

test('an email is due at eight in the morning of its zone, on its day, and never twice for the same morning', () => {
  expect(next('daily', 'Europe/Berlin', '2026-11-04T06:59:00Z')).toBe('2026-11-04T07:00:00.000Z')
  expect(next('daily', 'Europe/Berlin', '2026-11-04T07:00:00Z')).toBe('2026-11-05T07:00:00.000Z')
  expect(next('hourly', 'Asia/Kolkata', '2026-11-04T06:29:59Z')).toBe('2026-11-04T06:30:00.000Z')
  expect(next('hourly', 'Europe/Berlin', '2026-11-04T06:00:00Z')).toBe('2026-11-04T07:00:00.000Z')
  expect(next('weekly', 'America/New_York', '2026-11-04T07:00:00Z')).toBe('2026-11-09T13:00:00.000Z')
  expect(next('monthly', 'Asia/Tokyo', '2026-11-30T22:59:00Z')).toBe('2026-11-30T23:00:00.000Z')
  expect(next('monthly', '+05:30', '2026-12-01T03:00:00Z')).toBe('2027-01-01T02:30:00.000Z')
})

test('it stays at eight on days on which clocks are changed', () => {
  expect(next('daily', 'Europe/Berlin', '2026-03-28T12:00:00Z')).toBe('2026-03-29T06:00:00.000Z')
  expect(next('daily', 'Europe/Berlin', '2026-10-24T12:00:00Z')).toBe('2026-10-25T07:00:00.000Z')
})
