/**
 * Seconds of a header `Retry-After`, which has a number of seconds or an HTTP date; undefined for anything else, and for a date that has
 * passed. `retryAfter('120', now)` is 120.
 */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  const value = header?.trim() ?? ''
  if (value === '' || value.length > maxLength) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1_000
  return seconds > 0 ? Math.ceil(seconds) : undefined
}

/** Dates have 29 characters. */
const maxLength = 64
