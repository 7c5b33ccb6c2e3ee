import { ApiError } from '@colloquy/api'
import type { Config } from '../config/config.js'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import type { Limits } from '../limits/limits.js'
import { nextRound } from '../process/next-round.js'

/** The parts of a response that are needed to notice its end. */
export interface LeavingResponse {
  readonly destroyed: boolean
  once(event: 'finish' | 'close', listener: () => void): unknown
}

type UserLimits = Pick<Limits, 'userRequests' | 'userRequestSeconds'>

interface Line {
  inProgress: number
  readonly waiting: (() => void)[]
}

/**
 * Carries out a few requests of one user at once, and starts those that run beside others in separate rounds of the event loop: answers of
 * megabytes that are requested hundreds of times would fill the memory and keep everybody else waiting.
 */
export class RequestsOfUsers {
  readonly #limits: UserLimits
  readonly #isRateLimited: boolean
  readonly #lines = new Map<string, Line>()

  /** With `isRateLimited` off, any number of requests wait for as long as it takes. */
  constructor({ limits, isRateLimited }: Pick<Config, 'isRateLimited'> & { limits: UserLimits }) {
    this.#limits = limits
    this.#isRateLimited = isRateLimited
  }

  /** Resolves once the request may be carried out. Rejects with a `LimitExceeded` if too many wait, or after `userRequestSeconds`. */
  async enter(userId: string, response: LeavingResponse): Promise<void> {
    const line = this.#lines.get(userId) ?? { inProgress: 0, waiting: [] }
    this.#lines.set(userId, line)
    const isAlone = line.inProgress === 0
    if (line.inProgress < this.#limits.userRequests) line.inProgress++
    else await this.#wait(line, response)
    let hasLeft = false
    const leave = () => {
      if (hasLeft) return
      hasLeft = true
      const next = line.waiting.shift()
      if (next) return next()
      line.inProgress--
      if (line.inProgress === 0) this.#lines.delete(userId)
    }
    if (response.destroyed) leave()
    else {
      response.once('finish', leave)
      response.once('close', leave)
    }
    if (!isAlone) await nextRound()
  }

  /** Waits for a place that another request gives up. */
  #wait({ waiting }: Line, response: LeavingResponse): Promise<void> {
    if (this.#isRateLimited && waiting.length >= this.#limits.userRequests * waitingPerSlot)
      return Promise.reject(new LimitExceeded('userRequests', { retryAfter: 1 }))
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const giveUp = (reason: ApiError) => {
        const at = waiting.indexOf(begin)
        if (at < 0) return
        waiting.splice(at, 1)
        clearTimeout(timer)
        reject(reason)
      }
      const onLate = () => giveUp(new LimitExceeded('userRequestSeconds', { retryAfter: 1 }))
      const timer = this.#isRateLimited ? setTimeout(onLate, this.#limits.userRequestSeconds * 1_000) : undefined
      waiting.push(begin)
      // Nobody reads this error, and no limit was reached.
      response.once('close', () => giveUp(new ApiError('too_many_requests')))
    })
  }
}

const waitingPerSlot = 20
