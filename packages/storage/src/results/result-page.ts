import type { ResultRow } from './result-row.js'

/** A place in a list of results, newest first: the next page begins after it. */
export interface Position {
  createdAt: number
  id: string
}

/** What a page may hold: `bytes` of variables and answers, but at least one result. */
export interface PageSize {
  limit: number
  bytes: number
}

export interface ResultPage {
  rows: ResultRow[]
  /** The size of the rows with their answers. */
  bytes: number
  /** Absent when nothing comes after this page. */
  next?: Position
}
