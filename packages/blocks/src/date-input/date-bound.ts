import type { ReadDate } from '../common/read-date.js'

/** Truncates an ISO date-time to the minute, or to its date for inputs without a time. Other texts stay. */
export function normalizeBound(text: string, hasTime: boolean | undefined): string {
  const [toMinute] = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.exec(text) ?? []
  if (!toMinute) return text
  return hasTime ? toMinute : toMinute.slice(0, 10)
}

/** A limit of a date input. `isDay`: the limit is the whole day. */
export interface DateBound {
  instant: number
  isDay: boolean
}

/** Undefined for a text that is not a date: such a limit is ignored. Without a time zone it is UTC. */
export function readBound(text: string | undefined, hasTime: boolean | undefined): DateBound | undefined {
  if (!text) return undefined
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const instant = new Date(isDay ? text : `${text}Z`).getTime()
  const known = Number.isNaN(instant) ? new Date(text).getTime() : instant
  return Number.isNaN(known) ? undefined : { instant: known, isDay: isDay || !hasTime }
}

export function isBefore(date: ReadDate, bound: DateBound | undefined): boolean {
  return compare(date, bound) < 0
}

export function isAfter(date: ReadDate, bound: DateBound | undefined): boolean {
  return compare(date, bound) > 0
}

/** Compares by day unless both have a time. */
function compare(date: ReadDate, bound: DateBound | undefined): number {
  if (!bound) return 0
  if (date.hasTime && !bound.isDay) return date.instant - bound.instant
  return dayOf(date.instant) - dayOf(bound.instant)
}

function dayOf(instant: number): number {
  return Math.floor(instant / 86_400_000)
}
