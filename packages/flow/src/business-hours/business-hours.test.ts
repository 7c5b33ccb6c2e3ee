import { expect, test } from 'vitest'
import { type BusinessHours, isOpenAt, type OpenRange, opensNextAt, problemOfHours, weekdays } from './index.js'

const hours = (ranges: OpenRange[], timeZone = 'Europe/Berlin', holidays: BusinessHours['holidays'] = []) => ({
  timeZone,
  ranges,
  holidays,
})
const daily = (from: string, to: string): OpenRange[] => weekdays.map((day) => ({ day, from, to }))
const at = (text: string) => Date.parse(text)
const openAt = (hours: BusinessHours, text: string) => isOpenAt(hours, at(text))
const next = (hours: BusinessHours, text: string) => {
  const found = opensNextAt(hours, at(text))
  return found === undefined ? undefined : new Date(found).toISOString().slice(0, 16)
}

const office = hours([
  { day: 'monday', from: '09:00', to: '12:00' },
  { day: 'monday', from: '13:00', to: '17:00' },
  { day: 'friday', from: '09:00', to: '12:00' },
])

test('people are there from the begin of a range to just before its end, in the zone of the workspace', () => {
  // Monday, 30 November 2026, an hour before UTC.
  expect(openAt(office, '2026-11-30T07:59:59Z')).toBe(false)
  expect(openAt(office, '2026-11-30T08:00Z')).toBe(true)
  expect(openAt(office, '2026-11-30T10:59:59Z')).toBe(true)
  expect(openAt(office, '2026-11-30T11:00Z')).toBe(false)
  expect(openAt(office, '2026-12-01T09:00Z')).toBe(false)
})

test('they are back at the next range: after lunch, on another day, or now', () => {
  expect(next(office, '2026-11-30T11:30Z')).toBe('2026-11-30T12:00')
  expect(next(office, '2026-11-30T16:00Z')).toBe('2026-12-04T08:00')
  expect(next(office, '2026-12-04T12:00Z')).toBe('2026-12-07T08:00')
  expect(next(office, '2026-11-30T09:12Z')).toBe('2026-11-30T09:12')
})

test('a range over midnight belongs to the day on which it begins', () => {
  const bar = hours([{ day: 'friday', from: '22:00', to: '02:00' }])
  expect(openAt(bar, '2026-12-04T23:30Z')).toBe(true)
  expect(openAt(bar, '2026-12-05T00:59Z')).toBe(true)
  expect(openAt(bar, '2026-12-05T01:00Z')).toBe(false)
  expect(openAt(bar, '2026-12-04T00:30Z')).toBe(false)
  expect(next(bar, '2026-12-05T00:30Z')).toBe('2026-12-05T00:30')
  expect(next(bar, '2026-12-05T01:00Z')).toBe('2026-12-11T21:00')
})

test('a range that ends when it begins lasts a whole day', () => {
  const always = hours(daily('00:00', '00:00'))
  expect(next(always, '2026-12-05T12:34Z')).toBe('2026-12-05T12:34')
  expect(openAt(hours([{ day: 'saturday', from: '08:00', to: '08:00' }]), '2026-12-06T06:59Z')).toBe(true)
})

test('when clocks are set forward, people come and go by the new time', () => {
  // On 29 March 2026, 02:00 in Berlin is 03:00.
  const morning = hours(daily('09:00', '17:00'))
  expect(next(morning, '2026-03-28T18:00Z')).toBe('2026-03-29T07:00')
  expect(next(morning, '2026-03-27T18:00Z')).toBe('2026-03-28T08:00')
  expect(openAt(morning, '2026-03-29T14:59Z')).toBe(true)
  expect(openAt(morning, '2026-03-29T15:00Z')).toBe(false)
})

test('a range that begins in the hour that clocks skip begins when they are set, and one within it does not exist', () => {
  const night = hours(daily('02:30', '04:00'))
  expect(next(night, '2026-03-29T00:00Z')).toBe('2026-03-29T01:00')
  expect(openAt(night, '2026-03-29T01:59Z')).toBe(true)
  expect(openAt(night, '2026-03-29T02:00Z')).toBe(false)
  expect(next(hours(daily('02:10', '02:50')), '2026-03-29T00:00Z')).toBe('2026-03-30T00:10')
})

test('when clocks are set back, people come and go by the new time', () => {
  // On 25 October 2026, 03:00 in Berlin is 02:00.
  const morning = hours(daily('09:00', '17:00'))
  expect(next(morning, '2026-10-24T18:00Z')).toBe('2026-10-25T08:00')
  expect(next(morning, '2026-10-23T18:00Z')).toBe('2026-10-24T07:00')
})

test('a range in the hour that clocks show twice is open once, at its first time', () => {
  const night = hours(daily('02:15', '02:45'))
  expect(openAt(night, '2026-10-25T00:20Z')).toBe(true)
  expect(openAt(night, '2026-10-25T01:20Z')).toBe(false)
  const across = hours(daily('01:30', '03:30'))
  expect(openAt(across, '2026-10-24T23:29Z')).toBe(false)
  expect(
    ['2026-10-24T23:30Z', '2026-10-25T00:59Z', '2026-10-25T01:30Z', '2026-10-25T02:29Z'].map((it) =>
      openAt(across, it),
    ),
  ).toEqual([true, true, true, true])
  expect(openAt(across, '2026-10-25T02:30Z')).toBe(false)
})

test('a range over midnight into a changed night ends by the new time', () => {
  const bar = hours([{ day: 'saturday', from: '22:00', to: '05:00' }])
  expect(openAt(bar, '2026-03-29T02:59Z')).toBe(true)
  expect(openAt(bar, '2026-03-29T03:00Z')).toBe(false)
  expect(openAt(bar, '2026-10-25T03:59Z')).toBe(true)
  expect(openAt(bar, '2026-10-25T04:00Z')).toBe(false)
})

test('clocks are also set in the southern summer, by half an hour, and at midnight', () => {
  expect(next(hours(daily('09:00', '17:00'), 'Australia/Lord_Howe'), '2026-10-03T12:00Z')).toBe('2026-10-03T22:00')
  expect(next(hours(daily('09:00', '17:00'), 'Australia/Lord_Howe'), '2026-10-02T12:00Z')).toBe('2026-10-02T22:30')
  // In Santiago, midnight of 6 September 2026 does not exist.
  expect(next(hours([{ day: 'sunday', from: '00:00', to: '08:00' }], 'America/Santiago'), '2026-09-06T00:00Z')).toBe(
    '2026-09-06T04:00',
  )
})

test('a holiday lasts from midnight to midnight in the zone of the workspace, wherever the visitor is', () => {
  const shop = hours(daily('00:00', '00:00'), 'Pacific/Auckland', [{ date: '2026-12-25', name: 'Christmas' }])
  // In Auckland, 25 December begins at 11:00 of the day before in UTC.
  expect(openAt(shop, '2026-12-24T10:59Z')).toBe(true)
  expect(openAt(shop, '2026-12-24T11:00Z')).toBe(false)
  expect(openAt(shop, '2026-12-25T10:59Z')).toBe(false)
  expect(next(shop, '2026-12-24T12:00Z')).toBe('2026-12-25T11:00')
  expect(openAt({ ...shop, timeZone: 'America/Los_Angeles' }, '2026-12-24T12:00Z')).toBe(true)
})

test('a night that begins before a holiday ends at its midnight, and several days may be one holiday', () => {
  const bar = hours(daily('22:00', '02:00'), 'UTC', [{ date: '2026-12-24', until: '2027-01-01' }])
  expect(openAt(bar, '2026-12-23T23:59Z')).toBe(true)
  expect(openAt(bar, '2026-12-24T00:00Z')).toBe(false)
  expect(next(bar, '2026-12-24T00:00Z')).toBe('2027-01-02T22:00')
})

test('people who are never there are never back', () => {
  expect(next(hours([]), '2026-12-24T00:00Z')).toBeUndefined()
  expect(
    next(hours(daily('09:00', '10:00'), 'UTC', [{ date: '2026-01-01', until: '2030-01-01' }]), '2026-12-24T00:00Z'),
  ).toBe(undefined)
})

test.each([
  [{ timeZone: 'Europe/Berlyn' }, 'timeZone'],
  [{ ranges: [{ day: 'monday' as const, from: '9:00', to: '17:00' }] }, 'ranges.0.from'],
  [{ ranges: [{ day: 'monday' as const, from: '09:00', to: '24:00' }] }, 'ranges.0.to'],
  [{ holidays: [{ date: '2026-02-30' }] }, 'holidays.0.date'],
  [{ holidays: [{ date: '2026-02-03', until: '2026-02-02' }] }, 'holidays.0.until'],
  [{ holidays: [{ date: '2026-02-03', until: '2026-02-04' }] }, undefined],
])('the problem of %j is in %s', (change, path) => {
  expect(problemOfHours({ ...office, ...change })?.path).toBe(path)
})
