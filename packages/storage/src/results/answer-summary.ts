import type { OriginSpan } from './analytics.js'

/** What a part of the results of a bot answered. */
export interface AnswerPiece {
  /** Started results in it. */
  results: number
  /** `left`: not completed results of which this is the last answer. `content` is null for blocks that are not `counted`. */
  counts: { blockId: string; content: string | null; answers: number; left: number }[]
  /** How many results answered a block. */
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

/** Reads answers in bulk, so many results at a time, newest first: other reads and conversations come in between. */
export interface AnswerSummaryStore {
  /** Counts the newest results of a span. `counted`: blocks of which answers are told apart, by at most 4,000 characters. */
  page(span: OriginSpan, counted: readonly string[]): Promise<AnswerPiece>
  /** The newest answers to each of some blocks, cut after 500 characters. */
  listTexts(span: OriginSpan, blockIds: readonly string[], most: number): Promise<NewestText[]>
}
