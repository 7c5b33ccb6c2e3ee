import type { DeliveryStore } from '@colloquy/storage'
import type { LimitName, Limits } from '../limits/limits.js'

interface DeliveryQuotaOptions {
  store: Pick<DeliveryStore, 'waiting'>
  limits: Pick<Limits, 'waitingDeliveries' | 'deliveryBytes'>
  limitReached: (name: LimitName) => void
  now: () => number
}

/** Limits the waiting deliveries of a workspace. They are counted at most once a second; new ones in between are added. */
export class DeliveryQuota {
  readonly #options: DeliveryQuotaOptions
  readonly #counts = new Map<string, { waiting: number; at: number }>()

  constructor(options: DeliveryQuotaOptions) {
    this.#options = options
  }

  /** Counts one more delivery with about this many characters. Returns the reason if it must not be stored. */
  async take(workspaceId: string, characters: number): Promise<string | undefined> {
    const { limits, limitReached } = this.#options
    if (characters > limits.deliveryBytes) {
      limitReached('deliveryBytes')
      return `It is larger than ${limits.deliveryBytes} bytes, so that it cannot be stored for delivery. Send less, or switch off guaranteed delivery`
    }
    const count = await this.#countOf(workspaceId)
    if (count.waiting >= limits.waitingDeliveries) {
      limitReached('waitingDeliveries')
      return `This workspace has ${limits.waitingDeliveries} deliveries waiting, the most that it may. See why they fail in Deliveries`
    }
    count.waiting++
    return undefined
  }

  async #countOf(workspaceId: string): Promise<{ waiting: number }> {
    const { store, limits, now } = this.#options
    const known = this.#counts.get(workspaceId)
    if (known && Math.abs(now() - known.at) < recountAfter) return known
    const counted = { waiting: await store.waiting(workspaceId, limits.waitingDeliveries), at: now() }
    if (this.#counts.size >= maxCounts) this.#counts.clear()
    this.#counts.set(workspaceId, counted)
    return counted
  }
}

/** Milliseconds. */
const recountAfter = 1000
const maxCounts = 1000
