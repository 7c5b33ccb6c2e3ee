/**
 * What there may be news of: a bot (its draft, or which release is live), or what is held for a session. Ids are theirs. Who looks at
 * a bot is kept nowhere: in place of an id, all that is told of `presence` is in the news, at most 4,000 bytes.
 */
export type Topic = 'bots' | 'webhooks' | 'presence'

/**
 * News of what has changed, also in other processes on the same database. Only a hint to look again: it comes after the change
 * can be read, perhaps more than once.
 */
export interface Changes {
  publish(topic: Topic, id: string): Promise<void>
  /** `listener` is called without an id when news may have been missed: anything may have changed. Ends it by what it returns. */
  subscribe(topic: Topic, listener: (id: string | undefined) => void): () => void
}

/** The listeners within this process. */
export class Listeners {
  readonly #listeners = new Map<Topic, Set<(id: string | undefined) => void>>()

  add(topic: Topic, listener: (id: string | undefined) => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  tell(topic: Topic, id: string): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener(id)
  }

  tellOfAnything(): void {
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener(undefined)
  }
}
