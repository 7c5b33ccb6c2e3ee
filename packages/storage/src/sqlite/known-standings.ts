import type { BotSummary } from '../storage.js'

/**
 * What turns ask for over and over and seldom changes: bots by their public ids, and which workspaces are suspended. Nobody but this
 * process writes, so all of it holds until something else than a turn is written: then everything is forgotten, whatever it was.
 */
export class KnownStandings {
  readonly #suspended = new Map<string, boolean>()
  readonly #bots = new Map<string, KnownBot>()
  #generation = 0

  forget(): void {
    this.#generation += 1
    this.#suspended.clear()
    this.#bots.clear()
  }

  /** Whether a workspace is suspended, else as `read` finds it. */
  isSuspended(workspaceId: string, read: () => boolean): boolean {
    let isSuspended = this.#suspended.get(workspaceId)
    if (isSuspended === undefined) {
      isSuspended = read()
      if (this.#suspended.size >= most) this.#suspended.clear()
      this.#suspended.set(workspaceId, isSuspended)
    }
    return isSuspended
  }

  /** The bot with this public id, else as `read` finds it. */
  async bot(publicId: string, read: () => Promise<KnownBot | undefined>): Promise<KnownBot | undefined> {
    const known = this.#bots.get(publicId)
    if (known) return known
    const generation = this.#generation
    const bot = await read()
    if (bot && generation === this.#generation) {
      if (this.#bots.size >= most) this.#bots.clear()
      this.#bots.set(publicId, bot)
    }
    return bot
  }
}

type KnownBot = Readonly<BotSummary & { isSuspended: boolean }>

const most = 2_000
