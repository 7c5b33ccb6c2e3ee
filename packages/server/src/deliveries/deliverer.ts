import type { Delivery, DeliveryStore, TakenDelivery } from '@colloquy/storage'
import { failureOfAnswer } from '../integrations/failure-of-answer.js'
import type { Limits } from '../limits/limits.js'
import type { Performers, TurnScope } from '../turns/effects.js'
import { TurnBudget } from '../turns/turn-budget.js'
import type { Vault } from '../vault/vault.js'
import { type Deliverable, effectOf } from './delivery-of.js'

interface DelivererOptions {
  store: DeliveryStore
  vault: Vault
  performers: Pick<Performers, 'http' | 'mail' | 'request'>
  limits: Limits
  now: () => number
  report: (error: unknown) => void
  warning: Warning
}

/** Learns how attempts end. */
interface Warning {
  noteSuccess(delivery: Delivery): void
  noteFailure(delivery: Delivery, isDead: boolean): Promise<void>
}

/** Performs what turns left, each until it succeeds or has failed for about a day. Every process of an instance runs one. */
export class Deliverer {
  readonly #options: DelivererOptions
  /** Attempts that are under way, and whose they are. */
  readonly #active = new Map<Promise<void>, string>()
  #taking: Promise<void> | undefined
  #isAsked = false
  #isClosed = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: DelivererOptions) {
    this.#options = options
  }

  /** Takes what is due. Returns at once; what another call is doing is not done twice. */
  soon(): void {
    this.#isAsked = true
    if (this.#isClosed || this.#taking) return
    clearTimeout(this.#timer)
    this.#taking = this.#take()
      .catch((error) => {
        this.#options.report(error)
        return longestPause
      })
      .then((pause) => {
        this.#taking = undefined
        if (this.#isClosed) return
        if (this.#isAsked) this.soon()
        else this.#timer = setTimeout(() => this.soon(), pause).unref()
      })
  }

  /** Waits for the calls that are under way. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#taking
    await Promise.all(this.#active.keys())
  }

  /** Resolves to the milliseconds until there may be something to take. */
  async #take(): Promise<number> {
    const { store, limits, now } = this.#options
    this.#isAsked = false
    const free = limits.deliveriesAtOnce - this.#active.size
    if (free <= 0) return longestPause
    const time = now()
    const { busy, most } = this.#shares()
    const dueAt = await store.nextDueAt(busy)
    if (dueAt === undefined || dueAt > time) return this.#pauseUntil(dueAt)
    const taken = await store.take(time, time + limits.turnTotalMilliseconds + leaseReserve, Math.min(free, most), busy)
    for (const delivery of taken) {
      const running = this.#attempt(delivery)
        .catch(this.#options.report)
        .finally(() => {
          this.#active.delete(running)
          this.soon()
        })
      this.#active.set(running, delivery.workspaceId)
    }
    return this.#pauseUntil(await store.nextDueAt(this.#shares().busy))
  }

  /**
   * A workspace gets at most half of the places: while its services hang, the deliveries of others go on. `busy` ones have theirs; `most` are
   * so few that no other gets more.
   */
  #shares(): { busy: string[]; most: number } {
    const half = Math.ceil(this.#options.limits.deliveriesAtOnce / 2)
    const counts = new Map<string, number>()
    for (const workspaceId of this.#active.values()) counts.set(workspaceId, (counts.get(workspaceId) ?? 0) + 1)
    const busy = [...counts].flatMap(([workspaceId, count]) => (count >= half ? workspaceId : []))
    const others = [...counts.values()].filter((count) => count < half)
    return { busy, most: half - Math.max(0, ...others) }
  }

  #pauseUntil(dueAt: number | undefined): number {
    if (dueAt === undefined) return longestPause
    return Math.min(longestPause, Math.max(shortestPause, dueAt - this.#options.now()))
  }

  async #attempt(delivery: TakenDelivery): Promise<void> {
    const { store, vault, now, warning, report } = this.#options
    if (delivery.isSuspended) {
      await store.postpone(delivery, now() + longestBackOff)
      return
    }
    const effect = effectOf(delivery, vault)
    const failed = (error: unknown) => {
      report(error)
      return 'The service failed at it: its log says why'
    }
    const error = effect
      ? await this.#perform(effect, delivery).catch(failed)
      : 'What was stored does not open: its key is missing'
    if (error === undefined) {
      await store.deliver(delivery, now())
      warning.noteSuccess(delivery)
      return
    }
    const pause = effect && pauseAfter(delivery.failures + 1)
    const dueAt = pause === undefined ? null : now() + pause
    await store.fail(delivery, error.slice(0, longestError), dueAt, now())
    await warning.noteFailure(delivery, dueAt === null)
  }

  /** Why it failed; undefined when it was delivered. */
  async #perform(
    effect: Deliverable,
    { id, workspaceId, botId, resultId, blockId, kind }: Delivery,
  ): Promise<string | undefined> {
    const { performers, limits } = this.#options
    const scope: TurnScope = {
      workspaceId,
      botId,
      sessionId: '',
      resultId,
      mode: 'live',
      turn: 0,
      deliveryId: id,
      asking: { block: { id: blockId, type: kind } },
      budget: new TurnBudget(limits),
    }
    if (effect.kind === 'mail') return (await performers.mail(effect, scope)).failure?.reason
    const outcome =
      effect.kind === 'http' ? await performers.http(effect, scope) : await performers.request(effect, scope)
    return outcome.answer === 'queued' ? 'It was queued again' : failureOfAnswer(outcome)
  }
}

/** Milliseconds until the next attempt after so many failures: 10 s, twice as long each time, at most 30 min. Undefined after about a day. */
export function pauseAfter(failures: number, chance = Math.random()): number | undefined {
  if (failures > mostFailures) return undefined
  const pause = Math.min(longestBackOff, firstBackOff * 2 ** (failures - 1))
  return Math.round(pause * (0.8 + 0.4 * chance))
}

const firstBackOff = 10_000
const longestBackOff = 1_800_000
const mostFailures = 55
const longestError = 500
/** Beyond the time that the calls of an attempt may take. */
const leaseReserve = 60_000
/** What another process left is found after this time. */
const longestPause = 5000
const shortestPause = 20
