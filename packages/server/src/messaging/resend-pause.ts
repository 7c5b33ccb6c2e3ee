const longest = 60_000

/** Milliseconds before the next attempt, after this many failures in a row: doubles each time, up to a minute. */
export function resendPause(first: number, attempts: number): number {
  return Math.min(first * 2 ** Math.min(attempts - 1, 20), Math.max(first, longest))
}
