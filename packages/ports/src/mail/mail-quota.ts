const hour = 3_600_000

/** Emails that each workspace may send, or each person may get, within any hour. */
export class MailQuota {
  /** When the emails of the last hour were sent; the id that was counted last stands last. */
  readonly #sent = new Map<string, number[]>()
  readonly #perHour: number

  constructor(perHour: number) {
    this.#perHour = perHour
  }

  /** Counts an email and returns 0; or returns the milliseconds until the next one may be sent, and counts nothing. */
  take(id: string, now: number): number {
    this.#forgetOld(now)
    const times = (this.#sent.get(id) ?? []).filter((time) => time > now - hour)
    const oldest = times.at(-this.#perHour)
    if (oldest !== undefined) return oldest + hour - now
    this.#sent.delete(id)
    this.#sent.set(id, [...times, now])
    return 0
  }

  #forgetOld(now: number): void {
    for (const [id, times] of this.#sent) {
      if ((times.at(-1) as number) > now - hour) return
      this.#sent.delete(id)
    }
  }
}
