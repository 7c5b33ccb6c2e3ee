import * as chrono from 'chrono-node/en'

/** A point in time found in a text. */
export interface ReadDate {
  /** Milliseconds since 1970. */
  instant: number
  /** False when only a day was given. */
  hasTime: boolean
}

/** Only the beginning of a reply is searched: the parser is slow on long texts. */
const searchedLength = 1000

/** The first date, time or range in an English text. Times without a zone are UTC. */
export function readDate(
  text: string,
  order: 'day-first' | 'month-first',
  now: number,
): { start: ReadDate; end?: ReadDate } | undefined {
  const parser = order === 'day-first' ? chrono.GB : chrono.casual
  const [first] = parser.parse(text.slice(0, searchedLength), { instant: new Date(now), timezone: 0 })
  return first && { start: toReadDate(first.start), ...(first.end && { end: toReadDate(first.end) }) }
}

/** Built from the components, because the library's own `date()` uses the machine's time zone. */
function toReadDate(found: chrono.ParsedResult['start']): ReadDate {
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
