/**
 * Subject of a notification: a bot (its draft, or which release is live), a webhook call that is held for a session, a
 * conversation (who speaks in it, or what is said beside the turns of its bot; `holders`: who speaks in it), the rights of a user, some of
 * which ended, or the rules of a bot by which it notifies; the id is that of the bot, the session or the user. `presence` (who is viewing a bot), `inboxes` (somebody has
 * the inbox of a workspace open), `typing` (in a conversation) and `mentions` (of people in a note) are stored nowhere: instead of an id, the notification carries all of its
 * data, at most 4,000 bytes.
 */
export type Topic =
  | 'bots'
  | 'webhooks'
  | 'conversations'
  | 'holders'
  | 'rights'
  | 'notifications'
  | 'presence'
  | 'inboxes'
  | 'typing'
  | 'mentions'

/**
 * Notifications of changes, including those made by other processes on the same database. A notification is only a hint to read again: it
 * arrives after the change is readable, and possibly more than once.
 */
export interface Changes {
  publish(topic: Topic, id: string): Promise<void>
  /**
   * Calls `listener` for each notification, without an id if notifications may have been missed: then anything may have changed. Returns a
   * function that unsubscribes.
   */
  subscribe(topic: Topic, listener: (id: string | undefined) => void): () => void
}

/** Subscribers within this process. */
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
