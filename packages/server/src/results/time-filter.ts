import { ApiError, type TimeFilter } from '@colloquy/api'
import { isTimeZone, offsetAt, startOf } from '@colloquy/flow/business-hours'

/** Bounds of a filter in milliseconds: whole local days in the time zone, including `from` and excluding `to`. */
export function timeRange(
  filter: TimeFilter,
  timeZone: string | undefined,
  now: number,
): { from?: number; to?: number } {
  const clock = zoneClock(timeZone || 'UTC')
  const [year, month, day] = clock.date(now)
  switch (filter) {
    case 'today':
      return { from: clock.midnight(year, month, day) }
    case 'last7Days':
      return { from: clock.midnight(year, month, day - 6) }
    case 'last30Days':
      return { from: clock.midnight(year, month, day - 29) }
    case 'monthToDate':
      return { from: clock.midnight(year, month, 1) }
    case 'lastMonth':
      return { from: clock.midnight(year, month - 1, 1), to: clock.midnight(year, month, 1) }
    case 'yearToDate':
      return { from: clock.midnight(year, 0, 1) }
    case 'allTime':
      return {}
  }
}

/** Bounds of a local day such as `2026-03-15` in milliseconds: including `from` and excluding `to`. */
export function dayBounds(day: string, timeZone: string | undefined): { from: number; to: number } {
  const clock = zoneClock(timeZone || 'UTC')
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return { from: clock.midnight(year, month - 1, date), to: clock.midnight(year, month - 1, date + 1) }
}

/** Starts of the local days that overlap [from, to), with their dates; at most the last ten years of them. */
export function localDays(from: number, to: number, timeZone: string | undefined): { date: string; at: number }[] {
  const clock = zoneClock(timeZone || 'UTC')
  const [year, month, day] = clock.date(Math.max(from, to - 3650 * 86_400_000))
  const days: { date: string; at: number }[] = []
  for (let index = 0; ; index++) {
    const at = clock.midnight(year, month, day + index)
    if (at >= to && index > 0) return days
    days.push({ date: new Date(Date.UTC(year, month, day + index)).toISOString().slice(0, 10), at })
  }
}

/** Returns the Monday, such as `2026-03-16`, of the local week of a time; fast for times in order. */
export function localWeeks(timeZone: string | undefined): (at: number) => string {
  const clock = zoneClock(timeZone || 'UTC')
  let week = { monday: '', from: 0, to: 0 }
  return (at) => {
    if (at < week.from || at >= week.to) {
      const [year, month, day] = clock.date(at)
      const monday = day - ((new Date(Date.UTC(year, month, day)).getUTCDay() + 6) % 7)
      week = {
        monday: new Date(Date.UTC(year, month, monday)).toISOString().slice(0, 10),
        from: clock.midnight(year, month, monday),
        to: clock.midnight(year, month, monday + 7),
      }
    }
    return week.monday
  }
}

/** Formats times as `2026-03-15 09:30:00` in a zone. */
export function localTimes(timeZone: string | undefined): (at: number) => string {
  const clock = zoneClock(timeZone || 'UTC')
  // UTC offsets only change at quarters of an hour.
  let quarter = Number.NaN
  let offset = 0
  return (at) => {
    if (Math.floor(at / 900_000) !== quarter) {
      quarter = Math.floor(at / 900_000)
      offset = clock.offset(at)
    }
    return new Date(at + offset).toISOString().slice(0, 19).replace('T', ' ')
  }
}

/** Throws `invalid_time_zone` if nobody knows it. */
export function checkTimeZone(timeZone: string): void {
  zoneClock(timeZone)
}

/** Clock of a time zone, given by its IANA name or by its UTC offset such as `+02:00`, which not every runtime supports. */
function zoneClock(timeZone: string) {
  const [, sign, hours, minutes] = /^([+-])([01]\d|2[0-3]):?([0-5]\d)$/.exec(timeZone) ?? []
  const fixed = sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000 : undefined
  if (fixed === undefined && !isTimeZone(timeZone))
    throw new ApiError('invalid_time_zone', { issues: [{ path: 'timeZone', message: 'Not a known time zone' }] })
  const offset = (at: number) => (fixed === undefined ? offsetAt(timeZone, at) : fixed)
  return {
    offset,
    date(at: number): [number, number, number] {
      const shown = new Date(at + offset(at))
      return [shown.getUTCFullYear(), shown.getUTCMonth(), shown.getUTCDate()]
    },
    /** Returns the first moment of a local day; if the clock skips midnight, the moment of the change. */
    midnight(year: number, month: number, day: number): number {
      const local = Date.UTC(year, month, day)
      return fixed === undefined ? startOf(timeZone, local, 0) : local - fixed
    },
  }
}
