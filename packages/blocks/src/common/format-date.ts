import type { BlockContext } from '@colloquy/engine'
import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'

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
      return format(date, pattern, { useAdditionalDayOfYearTokens: true, useAdditionalWeekYearTokens: true })
    } catch (error) {
      context.log({ status: 'error', description: `Date format "${pattern}" can't be used`, details: String(error) })
    }
  }
  return format(date, fallback)
}
