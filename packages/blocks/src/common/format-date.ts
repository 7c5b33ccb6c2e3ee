import type { BlockContext } from '@colloquy/engine'
import { datePattern } from '@colloquy/flow/readers'
import { TZDate, tz } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { parse } from 'date-fns/parse'

const tokens = { useAdditionalDayOfYearTokens: true, useAdditionalWeekYearTokens: true }

/** Formats an instant in UTC, regardless of the machine's time zone. For an invalid pattern, uses the default one and logs it. */
export function formatDate(
  instant: number,
  pattern: string | undefined,
  fallback: string,
  context: BlockContext,
): string {
  const date = new TZDate(instant, 'UTC')
  if (pattern) {
    try {
      return format(date, datePattern(pattern), tokens)
    } catch (error) {
      context.log('invalid-date-format', {
        status: 'error',
        description: `Date format "${pattern}" can't be used`,
        details: String(error),
      })
    }
  }
  return format(date, fallback)
}

/** Texts that are longer were not made of a date. */
const longest = 300

/** The instant of a text that `formatDate` made with one of the patterns; undefined for other texts. Parts that a pattern lacks are those of 1970. */
export function instantOf(text: string, patterns: readonly (string | undefined)[]): number | undefined {
  if (text.length > longest) return undefined
  for (const pattern of patterns) {
    if (!pattern) continue
    try {
      const instant = parse(text.trim(), datePattern(pattern), 0, { ...tokens, in: tz('UTC') }).getTime()
      if (!Number.isNaN(instant)) return instant
    } catch {
      // Formats that cannot be used are reported when an answer is formatted.
    }
  }
  return undefined
}
