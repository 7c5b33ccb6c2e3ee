import { setImmediate } from 'node:timers/promises'
import type { AnswerRow, BotRow, ResultFilter, ResultRow, Storage } from '@colloquy/storage'
import { byResult } from '../result-document.js'

export type ResultWithAnswers = readonly [row: ResultRow, answers: readonly AnswerRow[]]

/**
 * Results with their answers, newest first, page by page as they are asked for: whoever stops asking costs nothing more, and what is said
 * in conversations meanwhile waits for one page at most.
 */
export async function* readResults(
  { listedResults: results }: Storage,
  bot: BotRow,
  range: { from?: number; to?: number },
): AsyncGenerator<ResultWithAnswers[]> {
  let before: { createdAt: number; id: string } | undefined
  for (;;) {
    const rows = await results.list(bot.workspaceId, bot.id, { ...range, ...(before && { before }), limit: pageSize })
    const last = rows.at(-1)
    if (!last) return
    yield await withAnswers(results, rows)
    // A database that answers at once would never let anybody else have a turn.
    await setImmediate()
    if (rows.length < pageSize) return
    before = { createdAt: last.createdAt, id: last.id }
  }
}

/** The same for those that have what a filter asks for: a page of the search may be empty, and more come after it. */
export async function* readFoundResults(
  { results, resultSearch }: Storage,
  { workspaceId, id: botId }: BotRow,
  range: { from?: number; to?: number },
  filter: ResultFilter,
): AsyncGenerator<ResultWithAnswers[]> {
  let before: { createdAt: number; id: string } | undefined
  do {
    const options = { ...(before && { before }), limit: pageSize }
    const page = await resultSearch.page({ workspaceId, botId, ...range }, filter, options)
    if (page.rows.length > 0) yield await withAnswers(results, page.rows)
    await setImmediate()
    before = page.next
  } while (before)
}

/** The named results, in the order in which they are named; none for those that are not of this bot. */
export async function* readNamedResults(
  { listedResults: results }: Storage,
  bot: BotRow,
  ids: readonly string[],
): AsyncGenerator<ResultWithAnswers[]> {
  for (let at = 0; at < ids.length; at += pageSize) {
    const found = await Promise.all(ids.slice(at, at + pageSize).map((id) => results.get(bot.workspaceId, bot.id, id)))
    const rows = found.filter((row) => row !== undefined)
    yield await withAnswers(
      results,
      rows.filter((row) => row.hasStarted && !row.isArchived),
    )
  }
}

async function withAnswers(results: Storage['listedResults'], rows: ResultRow[]): Promise<ResultWithAnswers[]> {
  const answers = byResult(await results.answers(rows.map(({ id }) => id)))
  return rows.map((row) => [row, answers.get(row.id) ?? []])
}

const pageSize = 100
