import { locale } from '../i18n/i18n.js'
/** A day in the reader's language: "21 Nov 2026". */
export const dayOf = (time: string | number | Date): string =>
  new Date(time).toLocaleDateString(locale, { dateStyle: 'medium' })

/** A day with its time: "21 Nov 2026, 10:19". */
export const momentOf = (time: string | number | Date): string =>
  new Date(time).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })

/** The current local time as the value of a `datetime-local` input, to the minute. */
export function localNow(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
