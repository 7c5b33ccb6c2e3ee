import type { ResultSort } from '@colloquy/api'
import type { BotRow, Position, ResultPage, SortedPage, SortedPosition } from '@colloquy/storage'
import * as z from 'zod'
import { invalidCursor, readCursor, readPosition, writeCursor, writePosition } from '../http/cursor.js'
import type { Needs } from '../service.js'
import { type ResultQuery, resultsWanted, sortWanted } from './result-query.js'

export interface ListQuery extends ResultQuery {
  limit: number
  cursor?: string | undefined
  sort?: ResultSort | undefined
}

export interface ListedPage extends Pick<ResultPage, 'rows' | 'bytes'> {
  nextCursor: string | null
  isPartial?: true
}

/** Returns a page of a list of results, in the requested order. Throws `invalid_cursor`, `invalid_time_zone`. */
export async function listedPage(
  service: Needs<'storage' | 'config' | 'metrics' | 'secret' | 'now'>,
  bot: BotRow,
  query: ListQuery,
): Promise<ListedPage> {
  const { range, filter } = resultsWanted(query, service.now())
  const { timeFilter, timeZone = '', filters, sort } = query
  const list = JSON.stringify([
    bot.id,
    timeFilter,
    timeZone,
    ...(filter ? [filter] : []),
    ...(filters ? [filters] : []),
  ])
  const span = { workspaceId: bot.workspaceId, botId: bot.id, ...range }
  const size = { limit: query.limit, bytes: service.config.limits.listBytes }
  const order = sort && sortWanted(sort)
  if (order) return sortedPage()
  const isOldestFirst = sort?.order === 'ascending'
  return page(isOldestFirst ? `${list} oldest first` : list)

  async function page(name: string): Promise<ListedPage> {
    const { listedResults, resultSearch } = service.storage
    const before = query.cursor === undefined ? undefined : await position(name, query.cursor)
    const options = { ...(before && { before }), ...size }
    const { next, ...found } =
      filter || isOldestFirst
        ? await resultSearch.page(span, filter ?? {}, { ...options, isOldestFirst })
        : await listedResults.list(bot.workspaceId, bot.id, { ...range, ...options })
    return { ...found, nextCursor: next ? writeCursor(service.secret, name, next) : null }
  }

  async function position(name: string, cursor: string): Promise<Position> {
    const signed = readCursor(service.secret, name, cursor)
    if (signed) return signed
    const isId = /^[A-Za-z0-9_-]{1,64}$/.test(cursor)
    const row = isId ? await service.storage.listedResults.get(bot.workspaceId, bot.id, cursor) : undefined
    if (!row) throw invalidCursor()
    return { createdAt: row.createdAt, id: row.id }
  }

  async function sortedPage(): Promise<ListedPage> {
    const name = `${list} ${JSON.stringify(sort)}`
    const after = query.cursor === undefined ? undefined : positionOf(name, query.cursor)
    const options = { ...(after && { after }), ...size, max: service.config.limits.sortedResults }
    const { next, isPartial, ...found }: SortedPage = await service.storage.resultSearch.sorted(
      span,
      filter ?? {},
      order!,
      options,
    )
    if (isPartial) service.metrics.limitReached('sortedResults')
    const nextCursor = next ? writePosition(service.secret, name, JSON.stringify(next)) : null
    return { ...found, nextCursor, ...(isPartial && { isPartial: true as const }) }
  }

  function positionOf(name: string, cursor: string): SortedPosition {
    const text = readPosition(service.secret, name, cursor)
    if (text === undefined) throw invalidCursor()
    return positionSchema.parse(JSON.parse(text))
  }
}

const positionSchema = z.object({
  createdAt: z.number(),
  id: z.string(),
  isEmpty: z.number(),
  isText: z.number(),
  number: z.number(),
  text: z.string(),
})
