import type { FieldValues } from '@colloquy/flow/result-fields'
import type { ExperimentVariant } from './analytics.js'
import type { PageSize, Position, ResultPage } from './result-page.js'
import type { AnswerRow, LogRow, ResultRow } from './result-row.js'

/** Values of the fields that describe where a result comes from. */
export interface OriginOfResult extends FieldValues {
  resultId: string
  variants: ExperimentVariant[]
}

/** Position of a log among those of its result. */
export interface LogPosition {
  createdAt: number
  number: number
}

export interface LogPageSize {
  limit: number
  bytes: number
  /** Exclusive. */
  after?: LogPosition
}

export interface LogPage {
  rows: LogRow[]
  /** Position of the last row, if there are more. */
  next?: LogPosition
}

export interface ResultStore {
  /**
   * Started results that are not deleted, createdAt in [from, to), newest first, ties by id descending, after `before` (exclusive keyset):
   * as many as fit on the page.
   */
  list(
    workspaceId: string,
    botId: string,
    filter: PageSize & { from?: number; to?: number; before?: Position },
  ): Promise<ResultPage>
  /** Returns the id of the result that comes after `index` others in such a list. */
  idAt(
    workspaceId: string,
    botId: string,
    position: { from?: number; to?: number; index: number },
  ): Promise<string | undefined>
  get(workspaceId: string, botId: string, id: string): Promise<ResultRow | undefined>
  /** Origins of those of these results that the bot has, by result id; `variants` are oldest first. */
  origins(workspaceId: string, botId: string, resultIds: readonly string[]): Promise<OriginOfResult[]>
  /** Finds a result in any workspace: for visitors, who know nothing but its id. Undefined if it is deleted. */
  find(id: string): Promise<ResultRow | undefined>
  /** Answers of several results, those of each in the order in which they were given, regardless of the clock. */
  answers(resultIds: readonly string[]): Promise<AnswerRow[]>
  /** Answers of one result, each truncated to the given number of characters; `isCut` if there was more. */
  shortAnswers(resultId: string, characters: number): Promise<(AnswerRow & { isCut: boolean })[]>
  /** Logs of a result, oldest first. Its bytes exceed the limit by one log at most. */
  logs(workspaceId: string, botId: string, resultId: string, page: LogPageSize): Promise<LogPage>
  visitedEdges(resultId: string): Promise<{ index: number; edgeId: string }[]>
  addLogs(logs: LogRow[]): Promise<void>
  /**
   * Stores the first of these logs of a client, as many as the limits for its session allow: all logs of its clients, and their bytes.
   * Returns how many. The logs of one call belong to one result.
   */
  addClientLogs(sessionId: string, logs: readonly LogRow[], max: { logs: number; bytes: number }): Promise<number>
  /**
   * Marks these results as deleted: clears their variables, and removes all rows that belong to them, turns and uploads. Returns how many.
   */
  delete(workspaceId: string, botId: string, resultIds: readonly string[], now: number): Promise<number>
  /**
   * Deletes all results that a bot has, like `delete`: no read returns them from now on, and their rows are cleared in the background
   * (`RemovalStore`). Results that begin later stay.
   */
  deleteAll(workspaceId: string, botId: string): Promise<void>
  /**
   * Permanently deletes results that were last written to before `before`, with their sessions, turns and all rows that belong to them: at
   * most `limit`. Their uploads are removed. Returns how many.
   */
  deleteOlder(before: number, limit: number): Promise<number>
  /** Number of results that `erase` would delete. */
  countWith(workspaceId: string, text: string): Promise<number>
  /**
   * Does the same for results of a workspace that contain this text as an answer or as the value of a variable, and for previews.
   * Case-insensitive for ASCII letters. Returns the number of results.
   */
  erase(workspaceId: string, text: string): Promise<number>
}
