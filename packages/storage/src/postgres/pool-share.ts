import type { Pool } from './pool.js'

/** The calls that stores make. */
export type Calls = Pick<Pool, 'run' | 'use'>

/** Calls that together occupy at most `max` connections of a pool. Further ones wait here, and not before the calls of others. */
export class PoolShare implements Calls {
  readonly #pool: Calls
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(pool: Calls, max: number) {
    this.#pool = pool
    this.#free = max
  }

  run: Calls['run'] = (sql, values) => this.#admit(() => this.#pool.run(sql, values))

  use: Calls['use'] = (work) => this.#admit(() => this.#pool.use(work))

  async #admit<Result>(call: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((begin) => this.#waiting.push(begin))
    try {
      return await call()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
