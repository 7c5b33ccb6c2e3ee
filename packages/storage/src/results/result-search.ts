import type { ResultOrigin, Span } from './analytics.js'
import type { PageSize, Position, ResultPage } from './result-page.js'

/**
 * A column of results with a text: the answers to a block, joined by `, `, or the value of a variable. `dateFormat`: how its dates are
 * written, such as `dd/MM/yyyy`; they are compared as dates then.
 */
export type ResultColumn = ({ blockId: string } | { variableId: string }) & { dateFormat?: string | undefined }

/** Texts are compared without regard to case (of ASCII letters at least). `before` and `after`: a day as `2026-03-15`. */
export type ResultCondition = { column: ResultColumn } & (
  | { is: 'equal' | 'containing' | 'before' | 'after'; value: string }
  | { is: 'empty' | 'filled' }
  | { is: 'greater' | 'less'; value: number }
  /** One of the values, or a list that has one of them. */
  | { is: 'oneOf'; values: readonly string[] }
)

/** What results must have to be found; all of it. */
export interface ResultFilter {
  isCompleted?: boolean
  /** Somewhere in an answer, in any case (of ASCII letters at least). */
  text?: string
  /** An answer to this block or to this variable, with exactly this content; each as far as it is given. */
  answer?: { blockId?: string; variableId?: string; content?: string }
  conditions?: readonly ResultCondition[]
  origins?: readonly ResultOrigin[]
}

/** Numbers come before texts, and what is empty last in either direction. Ties are newest first. */
export interface ResultSort {
  by: 'isCompleted' | ResultColumn
  isDescending: boolean
}

/** A place in a list by the values of a column: what that is compared by there. */
export interface SortedPosition extends Position {
  isEmpty: number
  isText: number
  number: number
  text: string
}

export interface SortedPage extends Omit<ResultPage, 'next'> {
  next?: SortedPosition
  /** The span has more than `most` results: the oldest ones are left out. */
  isPartial: boolean
}

/** Finds results by what was answered. Looking through many takes its time, and holds up no conversation. */
export interface ResultSearch {
  /**
   * Started ones that are not archived, newest first, after `before`: as many as fit the page, out of the next 20,000. A page may be
   * empty and have a `next` all the same. `isOldestFirst`: the other way round, with `before` as what the page comes after.
   */
  page(
    span: Span,
    filter: ResultFilter,
    options: PageSize & { before?: Position; isOldestFirst?: boolean },
  ): Promise<ResultPage>
  /** The same by the values of a column, out of the newest `most` of the span, after a place in that order. */
  sorted(
    span: Span,
    filter: ResultFilter,
    sort: ResultSort,
    options: PageSize & { after?: SortedPosition; most: number },
  ): Promise<SortedPage>
  count(span: Span, filter: ResultFilter): Promise<number>
}
