import type { Span } from './analytics.js'
import type { ResultRow } from './result-row.js'

/** What results must have to be found; all of it. */
export interface ResultFilter {
  isCompleted?: boolean
  /** Somewhere in an answer, in any case (of ASCII letters at least). */
  text?: string
  /** An answer to this block or to this variable, with exactly this content; each as far as it is given. */
  answer?: { blockId?: string; variableId?: string; content?: string }
}
interface Position {
  createdAt: number
  id: string
}

/** Finds results by what was answered. Looking through many takes its time, and holds up no conversation. */
export interface ResultSearch {
  /**
   * Started ones that are not archived, newest first, after `before`. At most `limit` of them, out of the next 20,000: `next` says
   * where to go on, and is absent when there are no more.
   */
  page(
    span: Span,
    filter: ResultFilter,
    options: { before?: Position; limit: number },
  ): Promise<{ rows: ResultRow[]; next?: Position }>
  count(span: Span, filter: ResultFilter): Promise<number>
}
