import { setTimeout as sleep } from 'node:timers/promises'
import { type HttpClient, httpClient, type Operation } from '@colloquy/server/testing/process'
import { Visitor } from '../../harness/visitor.js'

/** Enough for all of them to stay far below the rates per client. */
const addresses = 24
const arrivalsPerSecond = 40
export const healthyReplies = 4

interface Arrival {
  /** Public id of the bot. */
  bot: string
  /** When it was to begin, by the clock of this process. */
  due: number
  /** Time from then until the answer. */
  ms: number
}

/**
 * Visitors who arrive at a fixed rate, whether or not those before them were answered. The time of an answer counts from when its
 * request was due, so that a service that stands still cannot hide its own delay.
 */
export class HealthyLoad {
  /** Answers that a visitor may not get: all but 200, none at all, and those of a turn in which a script or a call failed. */
  readonly failures: string[] = []
  readonly #url: string
  readonly #bots: readonly string[]
  readonly #clients = Array.from({ length: addresses }, (_, index) =>
    httpClient({ keepAlive: true, localAddress: `127.1.0.${index + 1}` }),
  )
  readonly #visitors: Visitor[] = []
  readonly #idle: number[] = []
  readonly #arrivals: Arrival[] = []
  readonly #underWay = new Set<Promise<void>>()
  #isOver = false
  #arriving: Promise<void> | undefined

  /** `bots`: public ids; those that stand more often are visited more often. */
  constructor(url: string, bots: readonly string[]) {
    this.#url = url
    this.#bots = bots
  }

  start(): void {
    for (let index = 0; index < arrivalsPerSecond; index++) this.#idle.push(this.#newVisitor())
    this.#arriving = this.#arrive()
  }

  /** The times of the requests that were due in this stretch, in milliseconds, in order; of those that were answered, to one bot or to all. */
  timesBetween(from: number, to: number, bot?: string): number[] {
    const arrivals = this.#arrivals.filter((one) => one.due >= from && one.due < to && (bot ?? one.bot) === one.bot)
    return arrivals.map(({ ms }) => ms).toSorted((a, b) => a - b)
  }

  get history(): Operation[] {
    return this.#visitors.flatMap(({ history }) => history)
  }

  /** Resolves once the last request was answered, or none came for long. */
  async stop(patienceMs: number): Promise<void> {
    this.#isOver = true
    await this.#arriving
    await Promise.race([Promise.all(this.#underWay), sleep(patienceMs)])
    for (const client of this.#clients) client.close()
    await Promise.all(this.#underWay)
  }

  async #arrive(): Promise<void> {
    const began = performance.now()
    for (let number = 0; !this.#isOver; number++) {
      const due = began + (number * 1000) / arrivalsPerSecond
      const early = due - performance.now()
      if (early > 0) await sleep(early)
      const asking = this.#ask(this.#idle.shift() ?? this.#newVisitor(), due)
      this.#underWay.add(asking)
      void asking.finally(() => this.#underWay.delete(asking))
    }
  }

  async #ask(index: number, due: number): Promise<void> {
    const visitor = this.#visitors[index] as Visitor
    const client = this.#clients[index % addresses] as HttpClient
    const response = await visitor.say(client, this.#url)
    if (response?.status === 200 && response.text.includes('"status":"error"'))
      this.failures.push('200, but a script or a call failed')
    if (response?.status === 200) this.#arrivals.push({ bot: this.#botOf(index), due, ms: performance.now() - due })
    else this.failures.push(response ? `${response.status} ${response.text.slice(0, 200)}` : 'no answer')
    this.#idle.push(index)
  }

  #newVisitor(): number {
    const index = this.#visitors.length
    this.#visitors.push(
      new Visitor({ bot: this.#botOf(index), repliesPerSession: healthyReplies, name: `healthy-${index}` }),
    )
    return index
  }

  #botOf(visitor: number): string {
    return this.#bots[visitor % this.#bots.length] as string
  }
}

/** Of times in order. */
export function percentile(times: readonly number[], part: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.POSITIVE_INFINITY
}
