import type {
  AnswerRow,
  BotRow,
  PageSize,
  Position,
  ResultFilter,
  ResultPage,
  ResultRow,
  Storage,
} from '@colloquy/storage'
import { nextRound } from '../process/next-round.js'
import { byResult } from '../results/result-document.js'

export type ResultWithAnswers = readonly [row: ResultRow, answers: readonly AnswerRow[]]

/**
 * Yields results with their answers, newest first, in pages of at most `bytes` or one result, each read on request. Nothing is read for a
 * reader that has stopped, and conversations wait for one page at most.
 */
export async function* readResults(
  storage: Storage,
  { workspaceId, id: botId }: BotRow,
  { range, filter, bytes }: { range: { from?: number; to?: number }; filter?: ResultFilter; bytes: number },
): AsyncGenerator<ResultWithAnswers[]> {
  const { listedResults: results, resultSearch } = storage
  const pageAfter = (before: Position | undefined): Promise<ResultPage> => {
    const options: PageSize & { before?: Position } = { ...(before && { before }), limit: pageSize, bytes }
    if (filter) return resultSearch.page({ workspaceId, botId, ...range }, filter, options)
    return results.list(workspaceId, botId, { ...range, ...options })
  }
  let before: Position | undefined
  do {
    const { rows, next } = await pageAfter(before)
    if (rows.length > 0) yield await withAnswers(results, rows)
    // Yields to other tasks even if the database answers at once.
    await nextRound()
    before = next
  } while (before)
}

/** Yields the named results one by one, in the order in which they are named; skips those that belong to another bot. */
export async function* readNamedResults(
  { listedResults: results }: Storage,
  bot: BotRow,
  ids: readonly string[],
): AsyncGenerator<ResultWithAnswers[]> {
  for (const id of ids) {
    const row = await results.get(bot.workspaceId, bot.id, id)
    if (row && !row.isDeleted) yield await withAnswers(results, [row])
    await nextRound()
  }
}

async function withAnswers(results: Storage['listedResults'], rows: ResultRow[]): Promise<ResultWithAnswers[]> {
  const answers = byResult(await results.answers(rows.map(({ id }) => id)))
  return rows.map((row) => [row, answers.get(row.id) ?? []])
}

const pageSize = 100
