/** A search in a knowledge base of the bot's workspace. */
export interface KnowledgeRequest {
  readonly baseId: string
  readonly query: string
  /** The query that may leave the service, if it differs because private values are masked. Empty: it must not leave. */
  readonly sentQuery?: string
  /** Maximum number of passages. */
  readonly limit: number
}

/** A passage that a search found. */
export interface KnowledgePassage {
  readonly id: string
  /** The title of its source, with the headings above it. */
  readonly title: string
  readonly url: string | null
  readonly text: string
  /** Score of the match, from 0 to 1. */
  readonly score: number
}

/** Outcome of a search. `reason` is a sentence for the author. */
export type KnowledgeOutcome =
  | {
      answer: 'found'
      /** Best first. */
      passages: readonly KnowledgePassage[]
      /** Why only keyword search was used, although the knowledge base has semantic search. */
      problem?: string
    }
  | { answer: 'failed'; reason: string }
