import type { StartableBot } from '@colloquy/storage'

/**
 * Cache of bots by their public ids: for at most a second, and until a change notification. A start with a cached bot is an optimistic
 * read, like a turn on a cached session: the commit fails unless its release is live and its bot open. After a bot got another public id on
 * another instance, it may still be started under the old one until the notification has arrived.
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

  /** Removes a bot after a change notification, or all bots when the notification has no id. */
  forget(botId: string | undefined): void {
    for (const [publicId, { bot }] of this.#known) {
      if (botId === undefined || bot.id === botId) this.#known.delete(publicId)
    }
  }
}

const milliseconds = 1_000
const most = 500
