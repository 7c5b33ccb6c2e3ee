import { WorkspaceSlots } from '@colloquy/ports/shares'
import type { Delivery, DeliveryStore, TakenDelivery } from '@colloquy/storage'
import type { EffectHandlers, TurnScope } from '../effects/effects.js'
import { TurnBudget } from '../effects/turn-budget.js'
import type { Limits } from '../limits/limits.js'
import { failureOfAnswer } from '../service-calls/failure-of-answer.js'
import type { Vault } from '../vault/vault.js'
import { type Deliverable, effectOf, type NotificationCall } from './delivery-of.js'

declare module '../service.js' {
  interface Service {
    /** Performs the deliveries that turns leave behind. */
    readonly deliverer: Deliverer
  }
}

interface DelivererOptions {
  store: DeliveryStore
  vault: Vault
  effectHandlers: Pick<EffectHandlers, 'http' | 'mail' | 'request'>
  limits: Limits
  now: () => number
  report: (error: unknown) => void
  warning: Warning
  /** Returns the request that calls the webhook of a rule; undefined if its person may no longer get it. */
  webhookCall(call: NotificationCall, delivery: Delivery): Promise<Extract<Deliverable, { kind: 'http' }> | undefined>
}

/** Receives the outcomes of attempts. */
interface Warning {
  noteSuccess(delivery: Delivery): void
  noteFailure(delivery: Delivery, isDead: boolean): Promise<void>
}

/**
 * Performs the deliveries that turns leave behind, each until it succeeds or has failed for about a day. Every process of an instance runs
 * one.
 */
export class Deliverer {
  readonly #options: DelivererOptions
  readonly #active = new Set<Promise<void>>()
  readonly #slots: WorkspaceSlots
  #taking: Promise<void> | undefined
  #isAsked = false
  #isClosed = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: DelivererOptions) {
    this.#options = options
    this.#slots = new WorkspaceSlots(options.limits.deliveriesAtOnce)
  }

  /** Starts the deliveries that are due. Returns at once; does not repeat work that another call is doing. */
  soon(): void {
    this.#isAsked = true
    if (this.#isClosed || this.#taking) return
    clearTimeout(this.#timer)
    this.#taking = this.#take()
      .catch((error) => {
        this.#options.report(error)
        return maxPause
      })
      .then((pause) => {
        this.#taking = undefined
        if (this.#isClosed) return
        if (this.#isAsked) this.soon()
        else this.#timer = setTimeout(() => this.soon(), pause).unref()
      })
  }

  /** Waits for the calls in progress. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#taking
    await Promise.all(this.#active)
  }

  /** Resolves to the milliseconds until something may be due. */
  async #take(): Promise<number> {
    const { store, limits, now } = this.#options
    this.#isAsked = false
    if (this.#slots.free <= 0) return maxPause
    const time = now()
    const { busy } = this.#slots.shares()
    const dueAt = await store.nextDueAt(busy)
    if (dueAt === undefined || dueAt > time) return this.#pauseUntil(dueAt)
    const until = time + limits.turnTotalMilliseconds + leaseReserve
    const taken = await this.#slots.take((max, except) => store.take(time, until, max, except))
    for (const delivery of taken) {
      const leave = this.#slots.enter(delivery.workspaceId)
      const running = this.#attempt(delivery)
        .catch(this.#options.report)
        .finally(() => {
          leave()
          this.#active.delete(running)
          this.soon()
        })
      this.#active.add(running)
    }
    return this.#pauseUntil(await store.nextDueAt(this.#slots.shares().busy))
  }

  #pauseUntil(dueAt: number | undefined): number {
    if (dueAt === undefined) return maxPause
    return Math.min(maxPause, Math.max(shortestPause, dueAt - this.#options.now()))
  }

  async #attempt(delivery: TakenDelivery): Promise<void> {
    const { store, vault, now, warning, report } = this.#options
    const content = effectOf(delivery, vault)
    // While a person has the conversation, the bot sends nothing; people are still notified of its results.
    const isHeld = delivery.isHeld && content?.kind !== 'notification'
    if (delivery.isSuspended || isHeld) {
      await store.postpone(delivery, now() + (delivery.isSuspended ? maxBackOff : heldPause))
      return
    }
    const effect = content?.kind === 'notification' ? await this.#options.webhookCall(content, delivery) : content
    if (content && !effect) {
      await store.discard(delivery.workspaceId, delivery.id)
      return
    }
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
    await store.fail(delivery, error.slice(0, maxErrorLength), dueAt, now())
    await warning.noteFailure(delivery, dueAt === null)
  }

  /** Returns why it failed; undefined if it was delivered. */
  async #perform(
    effect: Deliverable,
    { id, workspaceId, botId, resultId, blockId, kind }: Delivery,
  ): Promise<string | undefined> {
    const { effectHandlers, limits } = this.#options
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
    if (effect.kind === 'mail') return (await effectHandlers.mail(effect, scope)).failure?.reason
    const outcome =
      effect.kind === 'http' ? await effectHandlers.http(effect, scope) : await effectHandlers.request(effect, scope)
    return outcome.answer === 'queued' ? 'It was queued again' : failureOfAnswer(outcome)
  }
}

/**
 * Returns the milliseconds until the next attempt after this many failures: 10 s, doubled each time, at most 30 min. Undefined after about
 * a day.
 */
export function pauseAfter(failures: number, chance = Math.random()): number | undefined {
  if (failures > maxFailures) return undefined
  const pause = Math.min(maxBackOff, firstBackOff * 2 ** (failures - 1))
  return Math.round(pause * (0.8 + 0.4 * chance))
}

const firstBackOff = 10_000
const maxBackOff = 1_800_000
/** Milliseconds after which it is looked at again whether the bot speaks. */
const heldPause = 30_000
const maxFailures = 55
const maxErrorLength = 500
/** Milliseconds of a lease beyond the time that the calls of an attempt may take. */
const leaseReserve = 60_000
/** Milliseconds after which deliveries left by another process are found. */
const maxPause = 5000
const shortestPause = 20
