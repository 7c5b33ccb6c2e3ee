const longest = 60_000

/** Milliseconds before something is tried again that has failed so many times in a row: twice as long each time, up to a minute. */
export function resendPause(first: number, attempts: number): number {
  return Math.min(first * 2 ** Math.min(attempts - 1, 20), Math.max(first, longest))
}
