import { FairQueue, waitingPerSlot } from './fair-queue.js'
import type { Owner } from './owner.js'
import type { StopSignal } from './stop.js'

interface FairGateOptions {
  /** Pieces of work that may be in progress at once. */
  slots: number
  /** Pieces of work of one account that may be in progress at once; unlimited by default. */
  slotsPerAccount?: number
  /** Called for work that has to wait or is turned away: because of its account, or because of all places. */
  onWait: (cause: 'account' | 'places') => void
}

/** Limits the amount of concurrent work of all workspaces, in the order of `FairQueue`. */
export class FairGate {
  readonly #queue: FairQueue<(leave: () => void) => void>
  readonly #onWait: FairGateOptions['onWait']

  constructor({ slots, slotsPerAccount, onWait }: FairGateOptions) {
    const waiting = slots * waitingPerSlot
    this.#queue = new FairQueue({ slots, waiting, ...(slotsPerAccount !== undefined && { slotsPerAccount }) })
    this.#onWait = onWait
  }

  /**
   * Resolves once the work may begin, to a function that has to be called when it has ended. Resolves to undefined if the signal is aborted
   * first, and immediately if too much is waiting already.
   */
  enter(owner: Owner, signal: StopSignal): Promise<(() => void) | undefined> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve(undefined)
      let isWaiting = true
      const entry = this.#queue.add(owner, (leave) => {
        isWaiting = false
        signal.removeEventListener('abort', giveUp)
        resolve(leave)
      })
      const giveUp = () => {
        if (entry && this.#queue.remove(entry)) resolve(undefined)
      }
      if (entry) this.#serve()
      else resolve(undefined)
      if (!isWaiting) return
      this.#onWait(this.#queue.isAccountFull(owner) ? 'account' : 'places')
      signal.addEventListener('abort', giveUp)
    })
  }

  #serve(): void {
    for (let entry = this.#queue.take(); entry; entry = this.#queue.take()) {
      const { owner, item: begin } = entry
      begin(() => {
        this.#queue.leave(owner)
        this.#serve()
      })
    }
  }
}
