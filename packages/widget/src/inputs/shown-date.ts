interface DateLook {
  hasTime: boolean | undefined
  locale: string | undefined
}

/** Formats a date, a date with a time, or a range like a picker of that locale: in digits, with the full year. */
export function shownDate(start: string, end: string | undefined, { hasTime, locale }: DateLook): string {
  const time = { hour: 'numeric', minute: '2-digit' } as const
  const day = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const format = new Intl.DateTimeFormat(known(locale), { ...day, ...(hasTime && time), timeZone: 'UTC' })
  const moment = (text: string) => new Date(`${text.length > 10 ? text : `${text}T00:00`}Z`)
  return end === undefined ? format.format(moment(start)) : format.formatRange(moment(start), moment(end))
}

/** Formats a time such as 09:30 like a picker of that locale. */
export const shownTime = (time: string, locale: string | undefined): string =>
  new Intl.DateTimeFormat(known(locale), { timeStyle: 'short', timeZone: 'UTC' }).format(
    new Date(`1970-01-01T${time}Z`),
  )

/** The locale of this machine in place of a tag that is none, such as the `en-US@posix` of a browser on a Linux without a language. */
function known(locale: string | undefined): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale)[0]
  } catch {
    return undefined
  }
}
