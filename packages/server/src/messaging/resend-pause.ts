const longest = 60_000
const maxAsked = 3_600_000

/**
 * Milliseconds before the next attempt, after this many failures in a row: doubles each time, up to a minute. At least as long as the
 * provider asked to wait, an hour at most.
 */
export function resendPause(first: number, attempts: number, askedSeconds = 0): number {
  const own = Math.min(first * 2 ** Math.min(attempts - 1, 20), Math.max(first, longest))
  return Math.max(own, Math.min(askedSeconds * 1_000, maxAsked))
}
