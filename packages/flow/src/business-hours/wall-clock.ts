const dayLength = 86_400_000
const minute = 60_000

/** The date that clocks of a time zone show, as the midnight of that date in UTC. */
export function wallDate(timeZone: string, instant: number): number {
  const shown = wallTime(timeZone, instant)
  return shown - (((shown % dayLength) + dayLength) % dayLength)
}

/**
 * The first time at which clocks of a time zone show this date and time, or a later one where they skip it. `date` is the midnight of the date
 * in UTC.
 */
export function startOf(timeZone: string, date: number, minutes: number): number {
  const wanted = date + minutes * minute
  // The offsets a day before and after: between them, clocks change once at most.
  const before = wanted - offsetAt(timeZone, wanted - dayLength)
  const after = wanted - offsetAt(timeZone, wanted + dayLength)
  const found = [Math.min(before, after), Math.max(before, after)].find((at) => wallTime(timeZone, at) === wanted)
  return found ?? changeBetween(timeZone, Math.min(before, after), Math.max(before, after))
}

/** The time at which clocks change, by halves: the first one with the later offset. */
function changeBetween(timeZone: string, earliest: number, latest: number): number {
  const offset = offsetAt(timeZone, latest)
  let [from, to] = [earliest, latest]
  while (to - from > minute) {
    const middle = from + Math.floor((to - from) / 2 / minute) * minute
    if (offsetAt(timeZone, middle) === offset) to = middle
    else from = middle
  }
  return to
}

/** The time that clocks of a time zone show, as if it were UTC. */
const wallTime = (timeZone: string, instant: number): number => instant + offsetAt(timeZone, instant)

/** Milliseconds by which clocks of a time zone are ahead of UTC. */
export function offsetAt(timeZone: string, instant: number): number {
  const parts: Record<string, string> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(instant)) parts[type] = value
  const { year, month, day, hour, minute: minutes, second } = parts
  const shown = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minutes), Number(second))
  return shown - Math.floor(instant / 1_000) * 1_000
}

const formats = new Map<string, Intl.DateTimeFormat>()
/** Formats are expensive to make. Few workspaces are in many zones: at this number, all are forgotten. */
const maxFormats = 100

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const numeric = 'numeric' as const
  const clock = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric }
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', calendar: 'gregory', ...clock })
  if (formats.size >= maxFormats) formats.clear()
  formats.set(timeZone, format)
  return format
}

/** True for the name of a time zone, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    return formatOf(name) !== undefined
  } catch {
    return false
  }
}
