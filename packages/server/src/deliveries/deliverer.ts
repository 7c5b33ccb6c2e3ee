import type { WorkspaceSlots } from '@colloquy/ports/shares'
import type { Delivery, DeliveryStore, TakenDelivery } from '@colloquy/storage'
import type { BotWork, WorkInProgress } from '../effects/bot-work.js'
import type { EffectHandlers, TurnScope } from '../effects/effects.js'
import { TurnBudget } from '../effects/turn-budget.js'
import type { Limits } from '../limits/limits.js'
import { DueWork, type Look } from '../process/due-work.js'
import { failureOfAnswer } from '../service-calls/failure-of-answer.js'
import type { Vault } from '../vault/vault.js'
import { type Deliverable, effectOf, type NotificationCall } from './delivery-of.js'

declare module '../service.js' {
  interface Service {
    /** Performs the deliveries that turns leave behind. */
    readonly deliverer: Deliverer
  }
}

/** `readAt`: a time before its row was read, by `performance.now()`. */
type TimedDelivery = TakenDelivery & { readAt: number }

interface DelivererOptions {
  store: DeliveryStore
  botWork: BotWork
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
  readonly #work: DueWork<TimedDelivery>

  constructor(options: DelivererOptions) {
    this.#options = options
    const { limits, now, report } = options
    this.#work = new DueWork<TimedDelivery>({
      slots: limits.deliveriesAtOnce,
      ...{ maxPause, now, report },
      look: (slots) => this.#look(slots),
      perform: (delivery) => this.#attempt(delivery),
    })
  }

  /** Starts the deliveries that are due. Returns at once. */
  soon(): void {
    this.#work.soon()
  }

  /** Waits for the calls in progress. */
  close(): Promise<void> {
    return this.#work.close()
  }

  async #look(slots: WorkspaceSlots): Promise<Look<TimedDelivery>> {
    const { store, limits, now } = this.#options
    const readAt = performance.now()
    const time = now()
    const nextDueAt = async () => (await store.nextDueAt(slots.shares().busy)) ?? time + maxPause
    const dueAt = await nextDueAt()
    if (dueAt > time) return { items: [], nextAt: dueAt }
    const until = time + limits.turnTotalMilliseconds + leaseReserve
    const items = await slots.take((max, except) => store.take(time, until, max, except))
    return { items: items.map((item) => ({ ...item, readAt })), nextAt: await nextDueAt() }
  }

  async #attempt(delivery: TimedDelivery): Promise<void> {
    const { store, vault, now, botWork } = this.#options
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
    const sessionIds = content?.kind === 'notification' ? [] : delivery.sessionIds
    const work = botWork.begin(sessionIds, delivery.readAt)
    try {
      await this.#carryOut(effect, delivery, work)
    } finally {
      botWork.end(sessionIds, work)
    }
  }

  async #carryOut(effect: Deliverable | undefined, delivery: TakenDelivery, work: WorkInProgress): Promise<void> {
    const { store, now, warning, report } = this.#options
    const failed = (error: unknown) => {
      report(error)
      return 'The service failed at it: its log says why'
    }
    const error = effect
      ? await this.#perform(effect, delivery, work).catch(failed)
      : 'What was stored does not open: its key is missing'
    if (work.isCutShort) {
      await store.postpone(delivery, now() + heldPause)
      return
    }
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
    work: WorkInProgress,
  ): Promise<string | undefined> {
    const { effectHandlers, limits } = this.#options
    const budget = new TurnBudget(limits)
    budget.work = work
    const scope: TurnScope = {
      workspaceId,
      botId,
      sessionId: '',
      resultId,
      mode: 'live',
      turn: 0,
      deliveryId: id,
      asking: { block: { id: blockId, type: kind } },
      budget,
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
