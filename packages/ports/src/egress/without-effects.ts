import { AsyncLocalStorage } from 'node:async_hooks'

const inRehearsal = new AsyncLocalStorage<true>()

/** Runs work that must not reach the outside world, such as tests and replays: calls that it begins throw, also later ones. */
export function withoutEffects<T>(work: () => T): T {
  return inRehearsal.run(true, work)
}

/** Throws inside of `withoutEffects`. Called where effects leave. */
export function refuseInRehearsal(what: string): void {
  if (inRehearsal.getStore()) throw new Error(`A test or a replay of a flow tried to reach the outside world: ${what}.`)
}
