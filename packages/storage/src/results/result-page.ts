import type { ResultRow } from './result-row.js'

/** A position in a list of results, newest first: the next page begins after it. */
export interface Position {
  createdAt: number
  id: string
}

/** Limits of a page: number of results, and `bytes` of variables and answers; a page has at least one result. */
export interface PageSize {
  limit: number
  bytes: number
}

export interface ResultPage {
  rows: ResultRow[]
  /** The size of the rows with their answers. */
  bytes: number
  /** Absent if this is the last page. */
  next?: Position
}
