import type { StartableBot } from '@colloquy/storage'

declare module '../service.js' {
  interface Service {
    readonly botCache: BotCache
  }
}

/**
 * Cache of bots by their public ids: for at most a second, and until a change notification. A start with a cached bot is an optimistic
 * read, like a turn on a cached session: the commit fails unless its release is live and its bot open. After a bot got another public id on
 * another instance, it may still be started under the old one until the notification has arrived.
 */
export class BotCache {
  readonly #cached = new Map<string, { bot: StartableBot; until: number }>()

  get(publicId: string): StartableBot | undefined {
    const cached = this.#cached.get(publicId)
    return cached && cached.until > performance.now() ? cached.bot : undefined
  }

  note(publicId: string, bot: StartableBot | undefined): void {
    this.#cached.delete(publicId)
    if (!bot) return
    this.#cached.set(publicId, { bot, until: performance.now() + milliseconds })
    if (this.#cached.size > max) this.#cached.delete(this.#cached.keys().next().value as string)
  }

  /** Removes a bot after a change notification, or all bots when the notification has no id. */
  forget(botId: string | undefined): void {
    for (const [publicId, { bot }] of this.#cached) {
      if (botId === undefined || bot.id === botId) this.#cached.delete(publicId)
    }
  }
}

const milliseconds = 1_000
const max = 500
