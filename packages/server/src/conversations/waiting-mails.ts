import type { WorkspaceSlots } from '@colloquy/ports/shares'
import type { Changes, DueWait, WaitingMailStore } from '@colloquy/storage'
import { DueWork, type Look } from '../process/due-work.js'

declare module '../service.js' {
  interface Service {
    /** Emails people about visitors who wait while nobody looks. */
    readonly waitingMails: WaitingMails
  }
}

const slotCount = 4
/** Waits that get their time at once. */
const maxAssigned = 200
/** Longer than the emails about one conversation take. */
const lease = 600_000
/** Emails that are later than this are not sent: they are about waits from before the service sent emails, or was stopped. */
export const maxDelay = 3_600_000
const maxPause = 60_000
/** Milliseconds after a change of a conversation within which its wait gets its time. */
const settlingTime = 1_000

interface Options {
  store: WaitingMailStore
  changes: Pick<Changes, 'subscribe'>
  /** False: the service sends no emails with links, and looks for nothing. */
  isOn: boolean
  /** True if no other process uses this database. */
  isAlone: boolean
  now: () => number
  /** Sends the emails about a wait. Returns when to try again; undefined if nothing is left to do. */
  send(wait: DueWait): Promise<number | undefined>
  report(error: unknown): void
}

/**
 * Emails people about visitors who wait. The time is stored with the conversation once its wait has begun; the process that sends the emails
 * has it by a lease, and when it is killed, another one does. While nobody waits, a process that is alone does nothing; others look once a minute.
 */
export class WaitingMails {
  readonly #options: Options
  readonly #work: DueWork<DueWait>
  readonly #unsubscribe: () => void

  constructor(options: Options) {
    this.#options = options
    const { changes, store, now, report, isOn } = options
    this.#work = new DueWork({
      slots: slotCount,
      ...{ maxPause, now, report },
      look: (slots) => this.#look(slots),
      perform: async (wait) => store.end(wait, await options.send(wait)),
    })
    const settle = () => this.#work.note(now() + settlingTime)
    this.#unsubscribe = isOn ? changes.subscribe('conversations', settle) : () => {}
  }

  /** Looks for visitors who wait. Returns at once. */
  soon(): void {
    if (this.#options.isOn) this.#work.soon()
  }

  /** Waits for the work in progress. */
  close(): Promise<void> {
    this.#unsubscribe()
    return this.#work.close()
  }

  async #look(slots: WorkspaceSlots): Promise<Look<DueWait>> {
    const { store, now, isAlone } = this.#options
    const time = now()
    let dueAt = await store.nextDueAt(slots.shares().busy)
    const assigned = dueAt === 0 ? await store.assign(maxAssigned, time - maxDelay) : 0
    if (dueAt === 0) dueAt = await store.nextDueAt(slots.shares().busy)
    if (dueAt === undefined) return { items: [], nextAt: isAlone ? Number.POSITIVE_INFINITY : time + maxPause }
    if (dueAt > time) return { items: [], nextAt: dueAt }
    const items = await slots.take(async (_, busy) => {
      const wait = await store.take(time, time + lease, busy)
      return wait ? [wait] : []
    })
    return { items, nextAt: items.length > 0 || assigned === maxAssigned ? time : time + maxPause }
  }
}
