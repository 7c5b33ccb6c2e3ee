import type { DraftUpdate } from './draft-updates.js'

/** An order on its way to a worker. Each is answered once, in order. A `draft`, and a `suite` beside it, travel as operations. */
export interface SentOrder {
  id: number
  kind: string
  kept?: DraftUpdate<object>
  asks: object
}

export type SentResponse = { id: number; answer: unknown } | { id: number; error: string }
