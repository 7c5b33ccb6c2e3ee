import { documentOf } from '@colloquy/flow/operations'
import { createStore } from '../design/store.js'
import type { Editing, Landed } from '../document/editing.js'
import { type Batch, countPending } from '../document/pending.js'
import { t } from '../i18n/i18n.js'
import type { Bot } from '../service/bots.js'
import { request, ServiceError } from '../service/request.js'
import type { Journal } from './journal.js'

export type SavingState =
  | { kind: 'saved' }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'offline' }
  | { kind: 'refused'; message: string }
  /** The bot was deleted, or is no longer shared with who is signed in. */
  | { kind: 'gone' }

/** Milliseconds from an edit to its saving: what is typed meanwhile goes along. */
const pause = 400
/** Milliseconds until the service is tried again, growing with each time. */
const patience = [1000, 2000, 4000, 8000, 15_000]

/**
 * Brings edits to the service, one batch after another, until it is closed. They are in the journal before they are sent, and stay
 * there until the service has said what became of them: a batch that is sent again after a lost answer is taken once.
 */
export class Saving {
  /** Where the edits are; `kept` of them on this device only. */
  readonly state = createStore<{ current: SavingState; kept: number }>({ current: { kind: 'saved' }, kept: 0 })
  readonly #editing: Editing
  readonly #botId: string
  readonly #closers: (() => void)[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | undefined
  #failures = 0
  /** What was told of while a batch was under way: the answer to it comes first. */
  #heard: Landed[] = []

  constructor(bot: Pick<Bot, 'id'>, editing: Editing, journal: Journal) {
    this.#botId = bot.id
    this.#editing = editing
    let seen: readonly Batch[] = []
    const notice = () => {
      const { pending } = editing.state
      if (pending === seen) return
      seen = pending
      void journal.keep(pending).catch(() => undefined)
      this.state.set({ kept: countPending(pending) })
      if (pending.length > 0 && !this.#running) this.#soon(pause)
    }
    this.#closers.push(editing.subscribe(notice))
    const flush = () => void this.flush()
    document.addEventListener('visibilitychange', flush)
    window.addEventListener('online', flush)
    this.#closers.push(() => {
      document.removeEventListener('visibilitychange', flush)
      window.removeEventListener('online', flush)
    })
    notice()
  }

  close(): void {
    void this.flush()
    for (const close of this.#closers) close()
    clearTimeout(this.#timer)
  }

  /** Saves at once what is not saved; tells whether the service has all of it then. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#running ??= this.#sendAll().finally(() => {
      this.#running = undefined
    })
    await this.#running
    return this.#editing.isSaved
  }

  /** Saves at once what is not saved, and throws when the service does not have all of it then. */
  async ensureSaved(): Promise<void> {
    if (await this.flush()) return
    const { current } = this.state.get()
    const reason =
      current.kind === 'refused'
        ? current.message
        : current.kind === 'gone'
          ? t('the bot was deleted.')
          : t('the service cannot be reached.')
    throw new Error(t('Not all changes are saved: {reason}', { reason }))
  }

  /** Takes in what the service tells of the bot. */
  hear(batch: Landed): void {
    this.#heard.push(batch)
    if (!this.#running) this.#takeHeard()
  }

  /** Reads the whole anew. */
  async reload(): Promise<void> {
    const { bot, revision } = await request<'getBot'>('GET', `bots/${this.#botId}`)
    this.#editing.replace(documentOf(bot as never), revision)
  }

  /** Tells that the service cannot be reached, or can again. */
  reach(isReached: boolean): void {
    if (!isReached) {
      this.#become({ kind: 'offline' })
      return
    }
    if (this.state.get().current.kind !== 'offline') return
    this.#become({ kind: this.#editing.isSaved ? 'saved' : 'waiting' })
    void this.flush()
  }

  /** Tells that the bot is not there any more. */
  lose(): void {
    this.#become({ kind: 'gone' })
  }

  #soon(delay: number): void {
    if (this.state.get().current.kind !== 'offline') this.#become({ kind: 'waiting' })
    this.#timer ??= setTimeout(() => void this.flush(), delay)
  }

  async #sendAll(): Promise<void> {
    let batch = this.#editing.send()
    if (!batch) return
    for (; batch; batch = this.#editing.send()) {
      if (this.state.get().current.kind !== 'offline') this.#become({ kind: 'saving' })
      try {
        await this.#send(batch)
        this.#failures = 0
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        if (!this.#isWorthNow(error)) return this.#takeHeard()
      }
      this.#takeHeard()
    }
    this.#become({ kind: 'saved' })
  }

  async #send({ id, operations }: Batch): Promise<void> {
    const { revision } = this.#editing.state
    const path = `bots/${this.#botId}/operations`
    const answer = await request<'applyOperations'>('POST', path, { id, revision, operations })
    const { batches, refusals } = answer
    if (batches === null) await this.reload()
    const isWhole = this.#editing.settled(id, (batches ?? []) as unknown as Landed[], refusals)
    if (!isWhole) await this.reload()
  }

  /** Whether to send again at once; else tells why not. */
  #isWorthNow(error: ServiceError): boolean {
    const isPassing = error.status === 0 || error.status === 429 || error.status >= 500
    if (isPassing) {
      this.#become({ kind: 'offline' })
      this.#soon(patience[Math.min(this.#failures++, patience.length - 1)]!)
      return false
    }
    const isContentRejected = error.status === 400 || error.status === 413
    if (isContentRejected && this.#editing.reopened()) return true
    this.#become(error.code === 'bot_not_found' ? { kind: 'gone' } : { kind: 'refused', message: error.message })
    return false
  }

  #takeHeard(): void {
    const heard = this.#heard.splice(0)
    if (heard.length > 0 && !this.#editing.receive(heard)) void this.reload().catch(() => undefined)
  }

  #become(current: SavingState): void {
    this.state.set({ current })
  }
}
