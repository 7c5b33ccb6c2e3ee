import type { DraftUpdate } from './draft-updates.js'

/** Parts of what is asked that the worker keeps, so that they travel as operations. */
export const keptParts = ['draft', 'suite'] as const

/** An order on its way to a worker. Each is answered once, in order. */
export interface SentOrder {
  id: number
  kind: string
  kept: Partial<Record<(typeof keptParts)[number], DraftUpdate<object>>>
  asks: object
}

export type SentAnswer = { id: number; answer: unknown } | { id: number; error: string }
