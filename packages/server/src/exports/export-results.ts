import { Readable } from 'node:stream'
import type { ResultsTablePreferences } from '@colloquy/flow'
import type { BotRow, ResultFilter } from '@colloquy/storage'
import type { UserMode } from '../access/access.js'
import { resultDocument } from '../results/result-document.js'
import { localTimes } from '../results/time-filter.js'
import type { Needs } from '../service.js'
import { shownFlow } from '../stored-bots/shown-flow.js'
import { columnsOf, type ExportedResult } from './columns.js'
import { csv } from './csv.js'
import { type OriginLabels, type Origins, originsOf } from './origins.js'
import { begunPages, reportedPages } from './pages.js'
import { type ResultWithAnswers, readNamedResults, readResults } from './read-results.js'
import { xlsx } from './xlsx.js'

export interface ExportOptions {
  /** Mode of the caller. */
  mode: UserMode
  format: 'csv' | 'xlsx' | 'ndjson'
  range: { from?: number; to?: number }
  /** Exports only results in the range that match. */
  filter?: ResultFilter
  /** Exports these results instead of those in the range. */
  ids?: readonly string[]
  timeZone: string | undefined
  isRaw: boolean
  includesDeletedBlocks: boolean
  /** Called if results could not be read to the end; the transfer then breaks off. */
  onError(error: unknown): void
}

/** Exports all answers as a file that is generated while it is sent. */
export async function exportResults(
  service: Needs<'storage' | 'config'>,
  bot: BotRow,
  options: ExportOptions,
): Promise<Readable> {
  const { storage, config } = service
  const { mode, format, range, filter, ids, isRaw } = options
  const bytes = config.limits.exportChunkBytes
  const read = ids
    ? readNamedResults(storage, bot, ids)
    : readResults(storage, bot, { range, bytes, ...(filter && { filter }) })
  const results = reportedPages(await begunPages(read), options.onError)
  if (format === 'ndjson') return Readable.from(lines(results, mode), { objectMode: false })
  const origins = await originsOf(storage, bot)
  const columns = await columnsFor(service, bot, origins, options)
  const timeOf = localTimes(options.timeZone)
  const pages = rowsOf(results, origins, ([row, answers], origin) => {
    const exported: ExportedResult = {
      startedAt: timeOf(row.createdAt),
      hasStarted: row.hasStarted,
      isCompleted: row.isCompleted,
      origin,
      answers,
      variables: JSON.parse(row.variables),
      contactId: row.contactId,
    }
    return columns.map(({ cell }) => cell(exported))
  })
  const header = columns.map(({ label }) => label)
  return format === 'csv' ? Readable.from(csv(header, pages, isRaw), { objectMode: false }) : xlsx(header, pages)
}

async function columnsFor({ storage }: Needs<'storage'>, bot: BotRow, origins: Origins, options: ExportOptions) {
  const flow = await shownFlow(storage, bot)
  const preferences: ResultsTablePreferences | null = JSON.parse(bot.resultsTablePreferences ?? 'null')
  if (!options.includesDeletedBlocks) return columnsOf(flow, preferences, origins)
  const present = new Set(flow.groups.flatMap(({ blocks }) => blocks.map(({ id }) => id)))
  const answered = await storage.analytics.answersByBlock({
    workspaceId: bot.workspaceId,
    botId: bot.id,
    ...options.range,
  })
  const deleted = answered.map(({ blockId }) => blockId).filter((id) => !present.has(id))
  return columnsOf(flow, preferences, origins, deleted.toSorted())
}

async function* rowsOf(
  results: AsyncIterable<ResultWithAnswers[]>,
  { fields, labels }: Origins,
  toRow: (result: ResultWithAnswers, origin: OriginLabels) => string[],
): AsyncGenerator<string[][]> {
  for await (const page of results) {
    const ids = fields.length > 0 ? page.map(([{ id }]) => id) : []
    const origins = ids.length === 0 ? undefined : await labels(ids)
    yield page.map((result) => toRow(result, origins?.get(result[0].id) ?? {}))
  }
}

async function* lines(results: AsyncIterable<ResultWithAnswers[]>, mode: UserMode): AsyncGenerator<string> {
  for await (const page of results) {
    yield page.map(([row, answers]) => `${JSON.stringify(resultDocument(row, answers, mode))}\n`).join('')
  }
}
