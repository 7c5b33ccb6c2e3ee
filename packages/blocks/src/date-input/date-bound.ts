import type { ReadDate, ReadSpan } from '../common/read-date.js'

/**
 * Writes a limit like the pickers of browsers: ISO date-times up to the minute, or their date for inputs without a time. Other dates, such as
 * an earlier answer, are read as replies are. Texts that are not a date stay.
 */
export function normalizeBound(
  text: string,
  hasTime: boolean | undefined,
  read: (text: string) => ReadSpan | undefined,
): string {
  const [toMinute] = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.exec(text) ?? []
  if (toMinute) return hasTime ? toMinute : toMinute.slice(0, 10)
  if (text === '' || isIsoDay(text)) return text
  const { start, end } = read(text) ?? {}
  if (!start || end) return text
  return new Date(start.instant).toISOString().slice(0, hasTime && start.hasTime ? 16 : 10)
}

const isIsoDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** A limit of a date input. `isDay`: the limit is the whole day. */
export interface DateBound {
  instant: number
  isDay: boolean
}

/** Reads a limit that `normalizeBound` wrote. Undefined for a text that is not a date: such a limit is ignored. */
export function readBound(text: string | undefined, hasTime: boolean | undefined): DateBound | undefined {
  if (!text) return undefined
  const isDay = isIsoDay(text)
  const instant = new Date(isDay ? text : `${text}Z`).getTime()
  return Number.isNaN(instant) ? undefined : { instant, isDay: isDay || !hasTime }
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
