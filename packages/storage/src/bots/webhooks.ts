/** A webhook call of another system for a waiting conversation, held until its client fetches it. It is deleted with the session. */
export interface HeldWebhook {
  id: string
  workspaceId: string
  sessionId: string
  blockId: string
  /** JSON text. */
  body: string
  createdAt: number
}

export interface WebhookStore {
  /** 'missing' if the session is gone. */
  hold(webhook: HeldWebhook): Promise<'held' | 'missing'>
  /**
   * The oldest one for this block that no earlier turn of the session has had, now marked as given to the turn after `version`: until that
   * turn is committed, further calls return the same one, and afterwards the next.
   */
  take(sessionId: string, blockId: string, version: number): Promise<HeldWebhook | undefined>
}
