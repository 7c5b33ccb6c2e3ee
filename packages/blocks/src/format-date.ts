import type { BlockContext } from '@colloquy/engine'
import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'

/** An instant in UTC, whatever the machine's zone. A pattern that makes no sense gives way to the default one, with a log. */
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
