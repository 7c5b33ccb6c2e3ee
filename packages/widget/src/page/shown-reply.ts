import type { Input } from '../conversation/wire.js'
import { shownDate, shownTime } from '../inputs/shown-date.js'
import type { Texts } from '../texts/more-en.js'

/** Returns how a page shows the text of a reply; undefined if nothing is known of it. */
export type ShownReply = (text: string, input: Input, words: ShownWords) => string | undefined

interface ShownWords {
  texts: Texts
  locale: string | undefined
}

export const shownFiles: ShownReply = (text, _, { texts }) => {
  const count = text.split(', ').length
  return count > 1 ? texts.uploadedMany.replace('{total}', String(count)) : texts.uploaded
}

/** A picked time as the widget shows it, if the author sets no format. */
export const shownTimes: ShownReply = (text, input, { locale }) => {
  if (momentOptions(input).format || !isMoment(`1970-01-01T${text}`)) return undefined
  return shownTime(text, locale)
}

/** Picked dates as the widget shows them, if the author sets no format. */
export const shownDates: ShownReply = (text, input, { locale }) => {
  const { format, hasTime } = momentOptions(input)
  const [, start, end] = picked.exec(text) ?? []
  if (format || !start || !isMoment(start) || (end !== undefined && !isMoment(end))) return undefined
  return shownDate(start, end, { hasTime, locale })
}

const momentOptions = ({ options }: Input) => (options ?? {}) as { format?: string; hasTime?: boolean }

const picked = /^(\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?)(?: to (\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?))?$/
const isMoment = (text: string) => !Number.isNaN(Date.parse(`${text}Z`))
