import type { OriginQuery, TimeFilter } from '@colloquy/api'
import type { SummaryLink } from '@colloquy/storage'
import { timeRange } from '../results/time-filter.js'

/** Which results a link shows, as it is stored. */
export interface LinkSpan extends OriginQuery {
  timeFilter: TimeFilter
  timeZone: string
  /** The period in milliseconds where it does not move on with time; `from` is null for the first result. */
  fixed: { from: number | null; to: number } | null
}

export const readSpan = (link: SummaryLink): LinkSpan => JSON.parse(link.span)

/** The bounds of the period as they are now. */
export function boundsOf({ timeFilter, timeZone, fixed }: LinkSpan, now: number): { from?: number; to?: number } {
  if (!fixed) return timeRange(timeFilter, timeZone, now)
  return { ...(fixed.from !== null && { from: fixed.from }), to: fixed.to }
}
