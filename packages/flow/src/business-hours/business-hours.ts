import { isTimeZone, startOf, wallDate } from './wall-clock.js'

/** Keys of the days of a week, from Monday on. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

/** A time of a day in which people are there, such as 09:00 to 17:30. One that does not end later than it begins ends on the next day. */
export interface OpenRange {
  day: Weekday
  from: string
  to: string
}

/** Days on which people are away from midnight to midnight: from `date` to `until`, such as `2026-12-24`; without `until`, one day. */
export interface Holiday {
  date: string
  until?: string | undefined
  name?: string | undefined
}

/** When the people of a workspace are there. All times and days are those of its time zone. */
export interface BusinessHours {
  timeZone: string
  ranges: readonly OpenRange[]
  holidays: readonly Holiday[]
}

export const maxRanges = 70
export const maxHolidays = 100
export const maxHolidayName = 100

/** Days after which nothing opens any more. */
const maxClosedDays = 400
const dayLength = 86_400_000

/** True if people are there at this time, in milliseconds since 1970. */
export function isOpenAt(hours: BusinessHours, instant: number): boolean {
  const today = wallDate(hours.timeZone, instant)
  return [today - dayLength, today].some((day) =>
    intervalsOf(hours, day).some(({ from, to }) => from <= instant && instant < to),
  )
}

/**
 * The first time from this one on at which people are there: the same time, if they are now. Undefined if they are not there within the next
 * 400 days.
 */
export function opensNextAt(hours: BusinessHours, instant: number): number | undefined {
  if (hours.ranges.length === 0) return undefined
  const today = wallDate(hours.timeZone, instant)
  for (let days = -1; days <= maxClosedDays; days++) {
    const next = intervalsOf(hours, today + days * dayLength).find(({ to }) => to > instant)
    if (next) return Math.max(next.from, instant)
  }
  return undefined
}

/** Returns the first problem of business hours, as the path of a field and a sentence; undefined if there is none. */
export function problemOfHours({
  timeZone,
  ranges,
  holidays,
}: BusinessHours): { path: string; message: string } | undefined {
  if (!isTimeZone(timeZone))
    return { path: 'timeZone', message: `Unknown time zone: ${timeZone}. Give a name such as Europe/Berlin.` }
  for (const [index, { from, to }] of ranges.entries())
    for (const [key, time] of Object.entries({ from, to }))
      if (minutesOf(time) === undefined)
        return { path: `ranges.${index}.${key}`, message: `Not a time of day: ${time}. Write it as 09:00.` }
  for (const [index, { date, until }] of holidays.entries()) {
    for (const [key, day] of Object.entries({ date, until }))
      if (day !== undefined && dateOf(day) === undefined)
        return { path: `holidays.${index}.${key}`, message: `Not a day: ${day}. Write it as 2026-12-24.` }
    if (until !== undefined && until < date)
      return { path: `holidays.${index}.until`, message: `Ends before it begins: ${until}. Give a day after ${date}.` }
  }
  return undefined
}

/**
 * The times in which people are there that begin on a day, in their order. `day` is the midnight of its date in UTC. A range that reaches
 * into a holiday ends at its midnight.
 */
function intervalsOf(hours: BusinessHours, day: number): { from: number; to: number }[] {
  if (isHoliday(hours, day)) return []
  const { timeZone, ranges } = hours
  const weekday = weekdays[(new Date(day).getUTCDay() + 6) % 7]
  const intervals = []
  for (const range of ranges) {
    if (range.day !== weekday) continue
    const from = minutesOf(range.from) ?? 0
    const until = minutesOf(range.to) ?? 0
    const isNextDay = until <= from
    const end = isNextDay && !isHoliday(hours, day + dayLength) ? day + dayLength : day
    const minutes = isNextDay && end === day ? minutesOfDay : until
    intervals.push({ from: startOf(timeZone, day, from), to: startOf(timeZone, end, minutes) })
  }
  return intervals.filter(({ from, to }) => from < to).sort((one, other) => one.from - other.from)
}

function isHoliday({ holidays }: BusinessHours, day: number): boolean {
  const date = new Date(day).toISOString().slice(0, 10)
  return holidays.some((holiday) => holiday.date <= date && date <= (holiday.until ?? holiday.date))
}

const minutesOfDay = 1_440

/** Minutes since midnight of a time such as 09:30; undefined if it is not one. */
function minutesOf(time: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

/** Midnight of a date in UTC; undefined if it is not one. */
function dateOf(text: string): number | undefined {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? undefined : at
}
