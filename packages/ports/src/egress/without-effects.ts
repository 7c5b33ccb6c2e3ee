let rehearsals = 0
let isForbidden = false

/**
 * Runs work that must not reach the outside world, such as tests and replays: calls that it makes throw. The work is synchronous, so that
 * a plain number tells whose call it is: an `AsyncLocalStorage` that was used once would cost each later turn of the process a tenth more.
 */
export function withoutEffects<T>(work: () => T extends PromiseLike<unknown> ? never : T): T {
  rehearsals += 1
  try {
    return work()
  } finally {
    rehearsals -= 1
  }
}

/** From now on, every call of this thread throws. For threads that only do such work. */
export function forbidEffects(): void {
  isForbidden = true
}

/** Throws inside of `withoutEffects` and after `forbidEffects`. Called where effects leave. */
export function refuseInRehearsal(what: string): void {
  if (isForbidden || rehearsals > 0)
    throw new Error(`A test or a replay of a flow tried to reach the outside world: ${what}.`)
}
