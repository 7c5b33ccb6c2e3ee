import type { NotificationFrequency, SummaryFrequency } from '@colloquy/storage'
import { dayBounds, localTimes } from './time-filter.js'

type Frequency = SummaryFrequency | Exclude<NotificationFrequency, 'now'>

/**
 * Time of the next email after `now`: at the next full hour, or at eight in the morning of the zone, each day, each Monday, or on the first
 * of each month.
 */
export function nextDue(frequency: Frequency, timeZone: string, now: number): number {
  const local = localTimes(timeZone)
  if (frequency === 'hourly') return now + hour - ((Number(local(now).slice(14, 16)) * 60_000 + (now % 60_000)) % hour)
  const [year = 0, month = 0, day = 0] = local(now).slice(0, 10).split('-').map(Number)
  for (let ahead = 0; ; ahead++) {
    const date = new Date(Date.UTC(year, month - 1, day + ahead))
    if (!isDay[frequency](date)) continue
    const at = morningOf(date.toISOString().slice(0, 10), timeZone, local)
    if (at > now) return at
  }
}

const isDay: Readonly<Record<Exclude<Frequency, 'hourly'>, (date: Date) => boolean>> = {
  daily: () => true,
  weekly: (date) => date.getUTCDay() === 1,
  monthly: (date) => date.getUTCDate() === 1,
}

/** Also correct on days on which the clocks change. */
function morningOf(day: string, timeZone: string, local: (at: number) => string): number {
  const at = dayBounds(day, timeZone).from + 8 * hour
  return at + (8 - Number(local(at).slice(11, 13))) * hour
}

const hour = 3_600_000
