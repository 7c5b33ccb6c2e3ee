import { locale, t } from '../i18n/i18n.js'
import type { Day } from './metrics.js'

/** Counts of one day, week or month, beginning with `date`. */
export interface Point extends Day {
  label: string
}

/** Returns days unchanged, or added up to weeks or months when there are too many to distinguish. */
export function pointsOf(days: readonly Day[]): Point[] {
  if (days.length <= 92) return days.map((day) => ({ ...day, label: labelOf(day.date, dayFormat) }))
  const isByWeek = days.length <= 400
  const points: Point[] = []
  let key = ''
  for (const day of days) {
    const next = isByWeek ? weekOf(day.date) : day.date.slice(0, 7)
    const last = points.at(-1)
    if (last && next === key) {
      last.views += day.views
      last.starts += day.starts
      last.completions += day.completions
    } else {
      points.push({
        ...day,
        label: isByWeek
          ? t('Week of {label}', { label: labelOf(day.date, dayFormat) })
          : labelOf(day.date, monthFormat),
      })
      key = next
    }
  }
  return points
}

/** Evenly spaced whole numbers from 0; the last one is at least `max`. */
export function ticksFor(max: number): number[] {
  const rough = Math.max(1, max) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(
    1,
    [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((it) => it >= rough && Number.isInteger(it)) ?? 10 * power,
  )
  const count = Math.max(1, Math.ceil(max / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/** The Monday on or before a day. */
function weekOf(date: string): string {
  const time = Date.parse(`${date}T00:00:00Z`)
  const sinceMonday = (new Date(time).getUTCDay() + 6) % 7
  return new Date(time - sinceMonday * 86_400_000).toISOString().slice(0, 10)
}

const labelOf = (date: string, format: Intl.DateTimeFormat): string => format.format(Date.parse(`${date}T00:00:00Z`))

const dayFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const monthFormat = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })
