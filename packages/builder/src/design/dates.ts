import { locale } from '../i18n/i18n.js'
/** A day in the reader's language: "21 Nov 2026". */
export const dayOf = (time: string | number | Date): string =>
  new Date(time).toLocaleDateString(locale, { dateStyle: 'medium' })

/** A day with its time: "21 Nov 2026, 10:19". */
export const momentOf = (time: string | number | Date): string =>
  new Date(time).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })

/** A time in milliseconds since 1970 as the value of a `datetime-local` input: in the time zone of the browser, to the minute or second. */
export function localTime(at: number, to: 'minute' | 'second'): string {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, to === 'minute' ? 16 : 19)
}
