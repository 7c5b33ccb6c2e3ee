import type { Bot } from '../dashboard/bots.js'
import { createStore } from '../design/store.js'
import { documentKeys, documentOf } from '../document/bot-document.js'
import { diff } from '../document/diff.js'
import type { Editing } from '../document/editing.js'
import { request, ServiceError } from '../service/request.js'
import type { Journal } from './journal.js'

export type SavingState =
  | { kind: 'saved' }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'offline' }
  | { kind: 'refused'; message: string }

/** Milliseconds from the last edit to its saving, and between looks at what others have saved. */
const pause = 800
const lookEvery = 15_000

/**
 * Brings what is edited to the service and what others saved back, until it is closed. Edits are in the journal before they
 * are sent. Who saved in between is merged with, never overwritten.
 */
export class Saving {
  readonly state = createStore<{ current: SavingState }>({ current: { kind: 'saved' } })
  readonly #editing: Editing
  readonly #journal: Journal
  readonly #bot: Pick<Bot, 'id'>
  #updatedAt: string
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | undefined
  readonly #channel: BroadcastChannel
  readonly #closers: (() => void)[] = []

  constructor(bot: Bot, editing: Editing, journal: Journal) {
    this.#bot = bot
    this.#updatedAt = bot.updatedAt
    this.#editing = editing
    this.#journal = journal
    this.#channel = new BroadcastChannel(`colloquy-bot-${bot.id}`)
    this.#channel.onmessage = () => void this.look()
    let seen = editing.document
    this.#closers.push(
      editing.subscribe(() => {
        if (editing.document === seen) return
        seen = editing.document
        if (!editing.isSaved) this.#soon()
      }),
    )
    const lookAgain = () => void this.look()
    const timer = setInterval(() => document.visibilityState === 'visible' && lookAgain(), lookEvery)
    const leave = () => void (document.visibilityState === 'hidden' ? this.flush() : this.look())
    const online = () => void this.flush()
    document.addEventListener('visibilitychange', leave)
    window.addEventListener('online', online)
    this.#closers.push(() => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', leave)
      window.removeEventListener('online', online)
    })
    if (!editing.isSaved) this.#soon()
  }

  close(): void {
    void this.flush()
    for (const close of this.#closers) close()
    this.#channel.close()
  }

  /** Saves at once what is not saved; resolves when the service has it, or has refused it. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#running
    if (this.#editing.isSaved) return
    this.#running = this.#save()
    await this.#running
    this.#running = undefined
  }

  /** Takes in what others have saved. */
  async look(): Promise<void> {
    await this.#running
    try {
      const { bot } = await request<'getBot'>('GET', `bots/${this.#bot.id}`)
      if (this.#running || bot.updatedAt === this.#updatedAt) return
      this.#take(bot)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
    }
  }

  #soon(delay = pause): void {
    clearTimeout(this.#timer)
    this.#become({ kind: 'waiting' })
    this.#timer = setTimeout(() => void this.flush(), delay)
    const { base, document } = this.#editing.state
    void this.#journal.keep(diff(base, document)).catch(() => undefined)
  }

  async #save(attempt = 1): Promise<void> {
    this.#become({ kind: 'saving' })
    const { base, document: sent } = this.#editing.state
    const changed = Object.fromEntries(
      documentKeys.filter((key) => sent[key] !== base[key]).map((key) => [key, sent[key]]),
    )
    // The service lets stamps pass that are up to five seconds behind; here nobody may have saved since.
    const updatedAt = new Date(Date.parse(this.#updatedAt) - 5000).toISOString()
    try {
      const { bot } = await request<'updateBot'>('PATCH', `bots/${this.#bot.id}`, { bot: { ...changed, updatedAt } })
      this.#editing.saved(sent)
      this.#take(bot)
      this.#channel.postMessage('saved')
      await this.#journal.keep(diff(this.#editing.state.base, this.#editing.document)).catch(() => undefined)
      if (this.#editing.isSaved) this.#become({ kind: 'saved' })
      else this.#soon()
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      if (error.code === 'update_conflict' && attempt < 5) {
        this.#take((await request<'getBot'>('GET', `bots/${this.#bot.id}`)).bot)
        return this.#save(attempt + 1)
      }
      const isPassing = error.status === 0 || error.status === 429 || error.status >= 500
      if (isPassing) {
        this.#soon(4000)
        return this.#become({ kind: 'offline' })
      }
      this.#become({ kind: 'refused', message: error.message })
    }
  }

  #take(bot: Bot): void {
    this.#updatedAt = bot.updatedAt
    this.#editing.receive(documentOf(bot as never))
  }

  #become(current: SavingState): void {
    this.state.set({ current })
  }
}
