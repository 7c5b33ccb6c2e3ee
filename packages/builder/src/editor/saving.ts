import { documentOf } from '@colloquy/flow/operations'
import { loadLater } from '../design/on-demand.js'
import { createStore } from '../design/store.js'
import type { Acknowledged, Editing, EditingState } from '../document/editing.js'
import { type Batch, countPending } from '../document/pending.js'
import { t } from '../i18n/i18n.js'
import { api, ServiceError } from '../service/api.js'
import type { Bot } from '../service/bots.js'
import { onSignedInAgain } from '../service/session-end.js'
import type { Journal } from './journal.js'
import type { SavingState } from './saving-state.js'

const conflictModule = loadLater(() => import('./refusal.js'), { isSoon: true })

/** Milliseconds from an edit to its saving. Edits made in between are sent along. */
const pause = 400
/** Milliseconds until the next attempt, one entry for each failure in a row. */
const patience = [1000, 2000, 4000, 8000, 15_000]

/**
 * Sends edits to the service, one batch at a time, until it is closed. Edits are written to the journal before they are sent, and stay
 * there until the service has acknowledged them. A batch that is sent again because its response was lost is applied once.
 */
export class Saving {
  /** State of the edits; `kept` counts those that the service does not have. Unless `isOnDevice`, they are lost with the page. */
  readonly state = createStore<{ current: SavingState; kept: number; isOnDevice: boolean }>({
    current: { kind: 'saved' },
    kept: 0,
    isOnDevice: true,
  })
  readonly #editing: Editing
  readonly #botId: string
  readonly #closers: (() => void)[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | undefined
  #failures = 0
  /** Batches received while one of our own was being sent: its response is applied first. */
  #received: Acknowledged[] = []

  /** Without a journal, nothing is written to this device. */
  constructor(bot: Pick<Bot, 'id'>, editing: Editing, journal: Pick<Journal, 'keep'> | undefined) {
    this.#botId = bot.id
    this.#editing = editing
    let seen: Pick<EditingState, 'pending' | 'held'> = { pending: [], held: [] }
    const notice = () => {
      const { pending, held } = editing.state
      if (pending === seen.pending && held === seen.held) return
      seen = { pending, held }
      journal?.keep(editing.unsaved).then(
        () => this.state.set({ isOnDevice: true }),
        () => this.state.set({ isOnDevice: false }),
      )
      this.state.set({ kept: countPending(editing.unsaved) })
      if (!this.#running && this.state.get().current.kind === 'refused' && pending.length === 0) this.#rest()
      if (pending.length > 0 && !this.#running) this.#soon(pause)
    }
    this.#closers.push(editing.subscribe(notice))
    const flush = () => void this.flush()
    const warn = (event: Event) => {
      const { kept, isOnDevice } = this.state.get()
      if (kept > 0 && !isOnDevice) event.preventDefault()
    }
    document.addEventListener('visibilitychange', flush)
    window.addEventListener('online', flush)
    window.addEventListener('beforeunload', warn)
    this.#closers.push(onSignedInAgain(flush))
    this.#closers.push(() => {
      document.removeEventListener('visibilitychange', flush)
      window.removeEventListener('online', flush)
      window.removeEventListener('beforeunload', warn)
    })
    notice()
  }

  close(): void {
    void this.flush()
    for (const close of this.#closers) close()
    clearTimeout(this.#timer)
  }

  /** Saves pending edits immediately. Returns true if the service then has all of them. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#running ??= this.#sendAll().finally(() => {
      this.#running = undefined
    })
    await this.#running
    return this.#editing.isSaved
  }

  /** Saves pending edits immediately. Throws if the service then does not have all of them. */
  async ensureSaved(): Promise<void> {
    if (await this.flush()) return
    const { current } = this.state.get()
    const { reasonOf } = await conflictModule()
    throw new Error(t('Not all changes are saved: {reason}', { reason: reasonOf(current) }))
  }

  /** Applies a batch that the service broadcasts. */
  receive(batch: Acknowledged): void {
    this.#received.push(batch)
    if (!this.#running) this.#takeHeard()
  }

  /** Reloads the whole bot. */
  async reload(): Promise<void> {
    const { bot, revision } = await api.getBot({ botId: this.#botId })
    this.#editing.replace(documentOf(bot as never), revision)
  }

  /** Called when the connection to the service is lost or restored. */
  reach(isReached: boolean): void {
    if (!isReached) {
      this.#become({ kind: 'offline' })
      return
    }
    if (this.state.get().current.kind !== 'offline') return
    if (this.#editing.state.pending.length === 0) this.#rest()
    else this.#become({ kind: 'waiting' })
    void this.flush()
  }

  /** Called when the bot no longer exists. */
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
        if (!(await this.#isWorthNow(error))) return this.#takeHeard()
      }
      this.#takeHeard()
    }
    this.#rest()
  }

  /** Everything is sent: what the service refused stays on this device. */
  #rest(): void {
    const [held] = this.#editing.state.held
    this.#become(held ? { kind: 'refused', message: held.message } : { kind: 'saved' })
  }

  async #send({ id, operations }: Batch): Promise<void> {
    const { revision } = this.#editing.state
    const answer = await api.applyOperations({ botId: this.#botId, id, revision, operations })
    const { batches, conflicts } = answer
    if (batches === null) await this.reload()
    const isWhole = this.#editing.settled(id, (batches ?? []) as unknown as Acknowledged[], conflicts)
    if (!isWhole) await this.reload()
  }

  /** True if the batch should be sent again immediately. Otherwise sets the state that explains why not. */
  async #isWorthNow(error: ServiceError): Promise<boolean> {
    const isTemporary = error.status === 0 || error.status === 429 || error.status >= 500
    if (isTemporary) {
      this.#become({ kind: 'offline' })
      this.#soon(patience[Math.min(this.#failures++, patience.length - 1)]!)
      return false
    }
    if (error.status === 400 || error.status === 413) {
      const loaded = await conflictModule().catch((reason: Error) => reason)
      if (loaded instanceof Error) {
        this.#become({ kind: 'refused', message: loaded.message })
        return false
      }
      this.#editing.refused(loaded.reasonsOf(error), loaded.afterConflict)
      return true
    }
    if (error.code === 'bot_not_found') this.#become({ kind: (await this.#isReadable()) ? 'readOnly' : 'gone' })
    else this.#become(error.status === 401 ? { kind: 'signedOut' } : { kind: 'refused', message: error.message })
    return false
  }

  /** The service answers an edit without write access as it answers one of a bot that is gone. */
  async #isReadable(): Promise<boolean> {
    return api.getBot({ botId: this.#botId }).then(
      ({ bot }) => !bot.isArchived,
      () => false,
    )
  }

  #takeHeard(): void {
    const heard = this.#received.splice(0)
    if (heard.length > 0 && !this.#editing.receive(heard)) void this.reload().catch(() => undefined)
  }

  #become(current: SavingState): void {
    this.state.set({ current })
  }
}
