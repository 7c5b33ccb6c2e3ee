let rehearsals = 0
let isForbidden = false

/**
 * Runs work that must not reach the outside world, such as tests and replays: calls that it makes throw. The work is synchronous, so a
 * plain counter shows whose call it is: an `AsyncLocalStorage`, once used, would slow every later turn of the process down by a tenth.
 */
export function withoutEffects<T>(work: () => T extends PromiseLike<unknown> ? never : T): T {
  rehearsals += 1
  try {
    return work()
  } finally {
    rehearsals -= 1
  }
}

/** Makes every further call of this thread throw. For threads that only do such work. */
export function forbidEffects(): void {
  isForbidden = true
}

/** Throws inside of `withoutEffects` and after `forbidEffects`. Called wherever effects leave the process. */
export function refuseInRehearsal(what: string): void {
  if (isForbidden || rehearsals > 0)
    throw new Error(`A test or a replay of a flow tried to reach the outside world: ${what}.`)
}
