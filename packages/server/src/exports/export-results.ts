import { Readable } from 'node:stream'
import type { ResultsTablePreferences } from '@colloquy/flow'
import type { BotRow, ResultFilter } from '@colloquy/storage'
import { resultDocument } from '../result-document.js'
import type { Service } from '../service.js'
import { shownFlow } from '../shown-flow.js'
import { localTimes } from '../time-filter.js'
import { columnsOf, type ExportedResult } from './columns.js'
import { csv } from './csv.js'
import { type ResultWithAnswers, readFoundResults, readNamedResults, readResults } from './read-results.js'
import { xlsx } from './xlsx.js'

export interface ExportOptions {
  format: 'csv' | 'xlsx' | 'ndjson'
  range: { from?: number; to?: number }
  /** Only those in the range that have this. */
  filter?: ResultFilter
  /** Only these, instead of those in the range. */
  ids?: readonly string[]
  timeZone: string | undefined
  isRaw: boolean
  includesDeletedBlocks: boolean
}

/** All that was answered, as a file that is made while it is sent. */
export async function exportResults(service: Service, bot: BotRow, options: ExportOptions): Promise<Readable> {
  const { storage } = service
  const { format, range, filter, ids, isRaw } = options
  const read = ids
    ? readNamedResults(storage, bot, ids)
    : filter
      ? readFoundResults(storage, bot, range, filter)
      : readResults(storage, bot, range)
  const results = await begun(read)
  if (format === 'ndjson') return Readable.from(lines(results), { objectMode: false })
  const columns = await columnsFor(service, bot, options)
  const timeOf = localTimes(options.timeZone)
  const pages = rowsOf(results, (row, answers) => {
    const exported: ExportedResult = {
      submittedAt: timeOf(row.createdAt),
      answers,
      variables: JSON.parse(row.variables),
    }
    return columns.map(({ cell }) => cell(exported))
  })
  const header = columns.map(({ label }) => label)
  return format === 'csv' ? Readable.from(csv(header, pages, isRaw), { objectMode: false }) : xlsx(header, pages)
}

async function columnsFor({ storage }: Service, bot: BotRow, options: ExportOptions) {
  const flow = await shownFlow(storage, bot)
  const preferences: ResultsTablePreferences | null = JSON.parse(bot.resultsTablePreferences ?? 'null')
  if (!options.includesDeletedBlocks) return columnsOf(flow, preferences)
  const present = new Set(flow.groups.flatMap(({ blocks }) => blocks.map(({ id }) => id)))
  const answered = await storage.analytics.answersByBlock({
    workspaceId: bot.workspaceId,
    botId: bot.id,
    ...options.range,
  })
  const deleted = answered.map(({ blockId }) => blockId).filter((id) => !present.has(id))
  return columnsOf(flow, preferences, deleted.toSorted())
}

async function* rowsOf(
  results: AsyncIterable<ResultWithAnswers[]>,
  toRow: (...result: ResultWithAnswers) => string[],
): AsyncGenerator<string[][]> {
  for await (const page of results) yield page.map((result) => toRow(...result))
}

async function* lines(results: AsyncIterable<ResultWithAnswers[]>): AsyncGenerator<string> {
  for await (const page of results) {
    yield page.map(([row, answers]) => `${JSON.stringify(resultDocument(row, answers))}\n`).join('')
  }
}

/** The same pages, of which the first is there: what keeps them from being read is told before anything is sent. */
async function begun<Page>(pages: AsyncGenerator<Page>): Promise<AsyncGenerator<Page>> {
  const first = await pages.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* pages
  })()
}
