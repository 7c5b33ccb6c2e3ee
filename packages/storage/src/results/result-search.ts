import type { ColumnField } from '@colloquy/flow/result-fields'
import type { ResultOrigin, Span } from './analytics.js'
import type { PageSize, Position, ResultPage } from './result-page.js'

/**
 * A column of results as text: the answers to a block, joined by `, `, or the value of a variable or field. `dateFormat`: the format of its dates,
 * such as `dd/MM/yyyy`; if given, they are compared as dates.
 */
export type ResultColumn = ({ blockId: string } | { variableId: string } | { field: ColumnField }) & {
  dateFormat?: string | undefined
}

/** Texts are compared case-insensitively (for ASCII letters at least). `before` and `after`: a day such as `2026-03-15`. */
export type ResultCondition = { column: ResultColumn } & (
  | { is: 'equal' | 'containing' | 'before' | 'after'; value: string }
  | { is: 'empty' | 'filled' }
  | { is: 'greater' | 'less'; value: number }
  /** Matches one of the values, or a list that contains one of them. */
  | { is: 'oneOf'; values: readonly string[] }
)

/** Conditions on results; all given ones must match. */
export interface ResultFilter {
  /** False for results without an answer, which other lists omit. */
  hasStarted?: boolean
  isCompleted?: boolean
  /** Text that an answer contains, whatever its case and accents. */
  text?: string
  /** An answer to this block or to this variable, with exactly this content; each condition is optional. */
  answer?: { blockId?: string; variableId?: string; content?: string }
  conditions?: readonly ResultCondition[]
  origins?: readonly ResultOrigin[]
}

/** Numbers come before texts, and empty values come last in either direction. Ties are newest first. */
export interface ResultSort {
  by: 'isCompleted' | ResultColumn
  isDescending: boolean
}

/** A position in a list that is sorted by a column: the values that are compared. */
export interface SortedPosition extends Position {
  isEmpty: number
  isText: number
  number: number
  text: string
}

export interface SortedPage extends Omit<ResultPage, 'next'> {
  next?: SortedPosition
  /** True if the span has more than `max` results; then the oldest ones are omitted. */
  isPartial: boolean
}

/** Finds results by their answers. A search through many results may take long, but does not delay conversations. */
export interface ResultSearch {
  /**
   * Results that are not deleted, with an answer unless the filter asks for those without, newest first, after `before`: as many of the next 20,000 as match and fit on the page. A page may
   * be empty and still have a `next`. `isOldestFirst` reverses the order; the page then comes after `before` in that order.
   */
  page(
    span: Span,
    filter: ResultFilter,
    options: PageSize & { before?: Position; isOldestFirst?: boolean },
  ): Promise<ResultPage>
  /** The same sorted by a column, among the newest `max` results of the span, after a position in that order. */
  sorted(
    span: Span,
    filter: ResultFilter,
    sort: ResultSort,
    options: PageSize & { after?: SortedPosition; max: number },
  ): Promise<SortedPage>
  count(span: Span, filter: ResultFilter): Promise<number>
}
