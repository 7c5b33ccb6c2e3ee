import type { BotSummary, SessionRow } from '../storage.js'

/**
 * What turns read over and over, as it is stored. Nobody but this process writes, so all of it holds until something else than a
 * turn is written: then everything is forgotten, whatever it was.
 */
export class KnownRows {
  readonly #sessions = new Map<string, SessionRow>()
  readonly #suspended = new Map<string, boolean>()
  readonly #bots = new Map<string, KnownBot>()
  #characters = 0
  #generation = 0

  forget(): void {
    this.#generation += 1
    this.#sessions.clear()
    this.#suspended.clear()
    this.#bots.clear()
    this.#characters = 0
  }

  session(id: string): { row: SessionRow; isSuspended: boolean } | undefined {
    const row = this.#sessions.get(id)
    const isSuspended = row && this.#suspended.get(row.workspaceId)
    return isSuspended === undefined ? undefined : { row: row as SessionRow, isSuspended }
  }

  noteWorkspace(id: string, isSuspended: boolean): void {
    this.#suspended.set(id, isSuspended)
  }

  /** Those that were noted longest ago make room. */
  noteSession(row: SessionRow): void {
    this.dropSession(row.id)
    this.#sessions.set(row.id, row)
    this.#characters += row.state.length
    while (this.#characters > mostCharacters || this.#sessions.size > mostRows) {
      this.dropSession(this.#sessions.keys().next().value as string)
    }
  }

  /** A turn was saved. When the session began is not written by later turns. Nobody comes back to one that has ended. */
  noteSaved(row: SessionRow): void {
    const before = row.version === 1 ? row : this.#sessions.get(row.id)
    this.dropSession(row.id)
    if (before === undefined || row.endedAt !== null) return
    const { createdAt } = before
    this.noteSession(createdAt === row.createdAt ? row : { ...row, createdAt })
  }

  dropSession(id: string): void {
    const row = this.#sessions.get(id)
    if (row === undefined) return
    this.#characters -= row.state.length
    this.#sessions.delete(id)
  }

  /** The bot with this public id, else as `read` finds it. */
  async bot(publicId: string, read: () => Promise<KnownBot | undefined>): Promise<KnownBot | undefined> {
    const known = this.#bots.get(publicId)
    if (known) return known
    const generation = this.#generation
    const bot = await read()
    if (bot && generation === this.#generation) {
      if (this.#bots.size >= mostRows) this.#bots.clear()
      this.#bots.set(publicId, bot)
    }
    return bot
  }
}

type KnownBot = Readonly<BotSummary & { isSuspended: boolean }>

const mostRows = 2_000
/** Of all states together. */
const mostCharacters = 2_000_000
