import type { OriginSpan } from './analytics.js'

/** Counts of the answers in one part of the results of a bot. */
export interface AnswerPiece {
  /** Started results in it. */
  results: number
  /** `left`: results that are not completed and whose last answer this is. `content` is null for blocks that are not `counted`. */
  counts: { blockId: string; content: string | null; answers: number; left: number }[]
  /** Number of results that answered a block. */
  answered: { blockId: string; results: number }[]
  /** The end of the next part, which is older; undefined after the oldest one. */
  next: number | undefined
}

export interface NewestText {
  blockId: string
  resultId: string
  /** Milliseconds since 1970. */
  createdAt: number
  text: string
  isCut: boolean
}

/** Reads answers in bulk, a limited number of results at a time, newest first, so that other reads and conversations can run in between. */
export interface AnswerSummaryStore {
  /**
   * Counts the newest results of a span. `counted`: blocks whose answers are counted by content, of which the first 4,000 characters
   * matter.
   */
  page(span: OriginSpan, counted: readonly string[]): Promise<AnswerPiece>
  /** The newest answers to each of some blocks, truncated to 500 characters. */
  listTexts(span: OriginSpan, blockIds: readonly string[], max: number): Promise<NewestText[]>
}
