import { asciiDigits, withoutUnseen } from '@colloquy/flow/readers'
import * as arabic from 'chrono-node/ar'
import * as german from 'chrono-node/de'
import type { Chrono, ParsedResult } from 'chrono-node/en'
import * as english from 'chrono-node/en'
import * as spanish from 'chrono-node/es'
import * as french from 'chrono-node/fr'
import * as italian from 'chrono-node/it'
import * as portuguese from 'chrono-node/pt'

/** A point in time found in a text. */
export interface ReadDate {
  /** Milliseconds since 1970. */
  instant: number
  /** False when only a day was given. */
  hasTime: boolean
}

export interface ReadSpan {
  start: ReadDate
  end?: ReadDate
}

/** Longer texts are not dates, and the parsers are slow on them. */
const longest = 300

/** Languages of the widget beside English, in the order in which they are tried. */
const languages = [german, spanish, french, italian, portuguese, arabic]

/**
 * The date, time or range in a text, in one of the widget's languages and with digits of any script. Words around it are ignored, but not
 * further dates or numbers: "3 or 4 March" is not read. Times without a zone are UTC.
 */
export function readDate(text: string, order: 'day-first' | 'month-first', now: number): ReadSpan | undefined {
  if (text.length > longest) return undefined
  const plain = asciiDigits(withoutUnseen(text)).replaceAll('،', ',').trim()
  // "10. August" is not ten o'clock in August.
  const inEnglish = plain.replace(/(\d)\.(?=\s\p{L})/gu, '$1')
  let best = readBy(order === 'day-first' ? english.GB : english.casual, inEnglish, now)
  // Dates in digits are read by the order alone: other languages have words.
  if (!/\p{L}/u.test(plain) || best?.text === inEnglish) return best && toSpan(best)
  for (const { casual } of languages) {
    const found = readBy(casual, plain, now)
    if (found && found.text.length > (best?.text.length ?? 0)) best = found
  }
  return best && toSpan(best)
}

/** The only date in a text, if no digits are left beside it. */
function readBy(parser: Chrono, text: string, now: number): ParsedResult | undefined {
  const [found, ...others] = parser.parse(text, { instant: new Date(now), timezone: 0 })
  return found && others.length === 0 && !/\d/.test(text.replace(found.text, '')) ? found : undefined
}

const toSpan = ({ start, end }: ParsedResult): ReadSpan => ({
  start: toReadDate(start),
  ...(end && { end: toReadDate(end) }),
})

/** Built from the components, because the library's own `date()` uses the machine's time zone. */
function toReadDate(found: ParsedResult['start']): ReadDate {
  const date = new Date(0)
  date.setUTCFullYear(found.get('year') ?? 1970, (found.get('month') ?? 1) - 1, found.get('day') ?? 1)
  date.setUTCHours(
    found.get('hour') ?? 12,
    found.get('minute') ?? 0,
    found.get('second') ?? 0,
    found.get('millisecond') ?? 0,
  )
  return {
    instant: date.getTime() - (found.get('timezoneOffset') ?? 0) * 60_000,
    hasTime: found.isCertain('hour'),
  }
}
