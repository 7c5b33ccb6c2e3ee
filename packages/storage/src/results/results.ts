import type { ExperimentVariant } from './analytics.js'
import type { PageSize, Position, ResultPage } from './result-page.js'
import type { AnswerRow, LogRow, ResultRow } from './result-row.js'

export interface OriginOfResult extends Pick<ResultRow, 'releaseId' | 'environmentId' | 'source' | 'device'> {
  resultId: string
  variants: ExperimentVariant[]
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
    place: { from?: number; to?: number; index: number },
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
  /** Oldest first. */
  logs(workspaceId: string, botId: string, resultId: string): Promise<LogRow[]>
  visitedEdges(resultId: string): Promise<{ index: number; edgeId: string }[]>
  addLogs(logs: LogRow[]): Promise<void>
  /**
   * Marks these results, or all of the bot, as deleted: clears their variables, and removes all rows that belong to them, turns and
   * uploads. Returns how many.
   */
  delete(workspaceId: string, botId: string, resultIds: readonly string[] | 'all', now: number): Promise<number>
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
