import type { OriginQuery, TimeFilter } from '@colloquy/api'
import type { SummaryLink } from '@colloquy/storage'
import { timeRange } from '../results/time-filter.js'

/** The results that a link shows, as stored. */
export interface LinkSpan extends OriginQuery {
  timeFilter: TimeFilter
  timeZone: string
  /** The period in milliseconds if it does not move with time; `from` is null for the first result. */
  fixed: { from: number | null; to: number } | null
}

export const readSpan = (link: SummaryLink): LinkSpan => JSON.parse(link.span)

/** Returns the current bounds of the period. */
export function boundsOf({ timeFilter, timeZone, fixed }: LinkSpan, now: number): { from?: number; to?: number } {
  if (!fixed) return timeRange(timeFilter, timeZone, now)
  return { ...(fixed.from !== null && { from: fixed.from }), to: fixed.to }
}
