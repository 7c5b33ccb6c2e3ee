import type { StartableBot } from '@colloquy/storage'

/**
 * Bots by their public ids, as they were found at most a second ago and as long as there is no news of them. A chat that is begun with one
 * is a guess, as a turn on a known session is: the commit fails unless its release is live and its bot open. A bot that is given another
 * public id on another instance may still be begun under the old one until the news of that has come.
 */
export class KnownBots {
  readonly #known = new Map<string, { bot: StartableBot; until: number }>()

  guess(publicId: string): StartableBot | undefined {
    const known = this.#known.get(publicId)
    return known && known.until > performance.now() ? known.bot : undefined
  }

  note(publicId: string, bot: StartableBot | undefined): void {
    this.#known.delete(publicId)
    if (!bot) return
    this.#known.set(publicId, { bot, until: performance.now() + milliseconds })
    if (this.#known.size > most) this.#known.delete(this.#known.keys().next().value as string)
  }

  /** Of one bot there is news, or without an id perhaps of any. */
  forget(botId: string | undefined): void {
    for (const [publicId, { bot }] of this.#known) {
      if (botId === undefined || bot.id === botId) this.#known.delete(publicId)
    }
  }
}

const milliseconds = 1_000
const most = 500
