interface Record {
  /** Consecutive runs that ended at a limit. */
  strikes: number
  pausedUntil: number
  slowUntil: number
  /** Until then `seemedSlow` does not remove the bot's mark again. */
  liftedUntil: number
}

/** Maximum number of bots that are remembered; the one whose record changed longest ago is dropped first. */
const rememberedBots = 10_000

/** Tracks bots whose scripts repeatedly end at a limit, and bots whose scripts were slow recently. */
export class CircuitBreaker {
  readonly #records = new Map<string, Record>()
  readonly #now: () => number
  readonly #limits: { strikes: number; pauseMilliseconds: number; slowMilliseconds: number }

  constructor(limits: { strikes: number; pauseMilliseconds: number; slowMilliseconds: number }, now: () => number) {
    this.#limits = limits
    this.#now = now
  }

  /** Milliseconds for which a bot's scripts are still paused; 0 if they may run. */
  pausedFor(bot: string): number {
    return Math.max(0, (this.#records.get(bot)?.pausedUntil ?? 0) - this.#now())
  }

  isSlow(bot: string): boolean {
    return (this.#records.get(bot)?.slowUntil ?? 0) > this.#now()
  }

  wasSlow(bot: string): void {
    this.#change(bot, { slowUntil: this.#now() + this.#limits.slowMilliseconds })
  }

  /**
   * Called if a script that seemed slow ran quickly when it was tried again, so that the machine was to blame: removes the mark, but only
   * once in a while.
   */
  seemedSlow(bot: string): void {
    const now = this.#now()
    if ((this.#records.get(bot)?.liftedUntil ?? 0) > now) return
    this.#change(bot, { slowUntil: 0, liftedUntil: now + this.#limits.slowMilliseconds })
  }

  /** Returns true if this pauses the bot. After a pause, one more run that ends at a limit is enough for the next pause. */
  endedAtLimit(bot: string): boolean {
    const strikes = Math.min((this.#records.get(bot)?.strikes ?? 0) + 1, this.#limits.strikes)
    const isPaused = strikes >= this.#limits.strikes
    const pausedUntil = isPaused ? this.#now() + this.#limits.pauseMilliseconds : 0
    this.#change(bot, { strikes, pausedUntil })
    return isPaused
  }

  endedWell(bot: string): void {
    const record = this.#records.get(bot)
    if (record === undefined) return
    record.strikes = 0
    const last = Math.max(record.slowUntil, record.pausedUntil, record.liftedUntil)
    if (last <= this.#now()) this.#records.delete(bot)
  }

  #change(bot: string, change: Partial<Record>): void {
    const record = this.#records.get(bot) ?? { strikes: 0, pausedUntil: 0, slowUntil: 0, liftedUntil: 0 }
    this.#records.delete(bot)
    this.#records.set(bot, { ...record, ...change })
    for (const oldest of this.#records.keys()) {
      if (this.#records.size <= rememberedBots) return
      this.#records.delete(oldest)
    }
  }
}
