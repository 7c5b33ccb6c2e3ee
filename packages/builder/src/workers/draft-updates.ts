import { applyOperations, diff, type Operation } from '@colloquy/flow/operations'

/** A version of a draft on its way to a worker: whole, or as what differs from the version before. */
export type DraftUpdate<T> = { whole: T } | { operations: readonly Operation[] }

/** With more operations the draft is sent whole, so that neither side works longer than on the whole. */
const maxOperations = 200

/**
 * Sends versions of a draft to one worker, in order. Copying a large flow to a worker takes the page longer than a frame; an edit is a few
 * operations.
 */
export class DraftSender<T extends object> {
  #sent: T | undefined

  next(draft: T): DraftUpdate<T> {
    const before = this.#sent
    this.#sent = draft
    const operations = before && diff(before, draft)
    return operations && operations.length <= maxOperations ? { operations } : { whole: draft }
  }
}

/** The worker's side of a `DraftSender`. */
export class DraftReceiver<T extends object> {
  #draft: T | undefined

  take(update: DraftUpdate<T>): T {
    if ('whole' in update) this.#draft = update.whole
    else if (this.#draft) this.#draft = applyOperations(this.#draft, update.operations)
    if (!this.#draft) throw new Error('Operations of a draft arrived before the draft.')
    return this.#draft
  }
}
