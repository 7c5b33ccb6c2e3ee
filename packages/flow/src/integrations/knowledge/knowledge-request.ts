/** A search in a knowledge base of the bot's workspace. */
export interface KnowledgeRequest {
  readonly baseId: string
  readonly query: string
  /** The query as it may leave the service, where that is not the same: private values are masked. Empty: it may not leave. */
  readonly sentQuery?: string
  /** The most passages that are wanted. */
  readonly limit: number
}

/** A passage that a search found. */
export interface KnowledgePassage {
  readonly id: string
  /** The title of its source, with the headings above it. */
  readonly title: string
  readonly url: string | null
  readonly text: string
  /** How well it fits, from 0 to 1. */
  readonly score: number
}

/** What came of a search. `reason` is a sentence for the author. */
export type KnowledgeOutcome =
  | {
      answer: 'found'
      /** Best first. */
      passages: readonly KnowledgePassage[]
      /** Why they were found by words only, although the base has semantic search. */
      problem?: string
    }
  | { answer: 'failed'; reason: string }
