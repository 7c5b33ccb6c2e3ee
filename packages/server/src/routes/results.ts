import { ApiError } from '@colloquy/api'
import type { ResultFilter, ResultRow } from '@colloquy/storage'
import { readableBot, writableBot } from '../access.js'
import { readCursor, writeCursor } from '../cursor.js'
import { exportResults } from '../exports/export-results.js'
import { BareAnswer, type Handlers } from '../handler.js'
import { byResult, resultDocument } from '../result-document.js'
import { timeRange } from '../time-filter.js'
import { timestamp } from '../timestamp.js'
import { transcript } from '../transcript.js'

export const resultHandlers: Handlers<
  'listResults' | 'deleteResults' | 'getResult' | 'getTranscript' | 'listResultLogs' | 'exportResults' | 'countResults'
> = {
  async listResults(service, { caller, params, query }) {
    const { bot } = await readableBot(service.storage, caller, params.botId)
    const results = service.storage.listedResults
    const range = timeRange(query.timeFilter, query.timeZone, service.now())
    const filter = filterOf(query)
    const list = JSON.stringify([bot.id, query.timeFilter, query.timeZone ?? '', ...(filter ? [filter] : [])])
    const before = query.cursor === undefined ? undefined : await position(query.cursor)
    if (filter) {
      const span = { workspaceId: bot.workspaceId, botId: bot.id, ...range }
      const options = { ...(before && { before }), limit: query.limit }
      const { rows, next } = await service.storage.resultSearch.page(span, filter, options)
      return {
        results: await withAnswers(rows),
        nextCursor: next ? writeCursor(service.secret, list, next) : null,
      }
    }
    const found = await results.list(bot.workspaceId, bot.id, { ...range, before, limit: query.limit + 1 })
    const rows = found.slice(0, query.limit)
    const last = rows.at(-1)
    return {
      results: await withAnswers(rows),
      nextCursor: found.length > query.limit && last ? writeCursor(service.secret, list, last) : null,
    }

    async function position(cursor: string) {
      const signed = readCursor(service.secret, list, cursor)
      if (signed) return signed
      const row = /^[A-Za-z0-9_-]{1,64}$/.test(cursor) ? await results.get(bot.workspaceId, bot.id, cursor) : undefined
      if (!row)
        throw new ApiError('invalid_cursor', { issues: [{ path: 'cursor', message: 'Not a cursor of this list' }] })
      return { createdAt: row.createdAt, id: row.id }
    }

    async function withAnswers(rows: ResultRow[]) {
      const answers = byResult(rows.length === 0 ? [] : await results.answers(rows.map((row) => row.id)))
      return rows.map((row) => resultDocument(row, answers.get(row.id) ?? []))
    }
  },

  async deleteResults(service, { caller, params, query, body }) {
    const bot = await writableBot(service.storage, caller, params.botId)
    const named = query.resultIds ?? body.resultIds
    const ids = named === undefined ? 'all' : idsIn(named)
    await service.storage.results.archive(bot.workspaceId, bot.id, ids, service.now())
    service.sweeper.soon()
    return {}
  },

  async getResult(service, { caller, params }) {
    const { bot } = await readableBot(service.storage, caller, params.botId)
    const row = await service.storage.results.get(bot.workspaceId, bot.id, params.resultId)
    if (!row) throw new ApiError('result_not_found')
    return { result: resultDocument(row, await service.storage.results.answers([row.id])) }
  },

  async getTranscript(service, { caller, params }) {
    const { bot } = await readableBot(service.storage, caller, params.botId)
    const row = await service.storage.results.get(bot.workspaceId, bot.id, params.resultId)
    if (!row) throw new ApiError('result_not_found')
    const turns = row.lastChatSessionId === null ? [] : await service.storage.sessions.turns(row.lastChatSessionId)
    return { transcript: transcript(turns) }
  },

  async listResultLogs(service, { caller, params }) {
    const { bot } = await readableBot(service.storage, caller, params.botId)
    const logs = await service.storage.results.logs(bot.workspaceId, bot.id, params.resultId)
    return { logs: logs.map((log) => ({ ...log, createdAt: timestamp(log.createdAt) })) }
  },

  async countResults(service, { caller, params, query }) {
    const { bot } = await readableBot(service.storage, caller, params.botId)
    const range = timeRange(query.timeFilter, query.timeZone, service.now())
    const span = { workspaceId: bot.workspaceId, botId: bot.id, ...range }
    const filter = filterOf(query)
    const total = filter
      ? await service.storage.resultSearch.count(span, filter)
      : (await service.storage.analytics.totals(span)).starts
    return { total }
  },

  async exportResults(service, { caller, params, query }) {
    const { bot } = await readableBot(service.storage, caller, params.botId)
    const { format, timeFilter, timeZone, resultIds } = query
    const filter = filterOf(query)
    const content = await exportResults(service, bot, {
      format,
      range: timeRange(timeFilter, timeZone, service.now()),
      ...(filter && { filter }),
      ...(resultIds && { ids: idsIn(resultIds) }),
      timeZone,
      isRaw: query.raw === true,
      includesDeletedBlocks: query.includeDeletedBlocks === true,
    })
    const date = timestamp(service.now()).slice(0, 10)
    const name = [
      bot.publicId ?? bot.id,
      ...(timeFilter === 'allTime' ? [] : [timeFilter]),
      ...(filter ? ['filtered'] : []),
      date,
    ].join('_')
    return new BareAnswer(
      200,
      {
        'content-type': typesOfExports[format],
        'content-disposition': `attachment; filename="${name}.${format}"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
      content,
    )
  },
}

interface FilterQuery {
  isCompleted?: boolean | undefined
  search?: string | undefined
  blockId?: string | undefined
  variableId?: string | undefined
  value?: string | undefined
}

/** Undefined when nothing is asked for. */
function filterOf({ isCompleted, search, blockId, variableId, value }: FilterQuery): ResultFilter | undefined {
  const isAboutAnswer = blockId !== undefined || variableId !== undefined || value !== undefined
  if (isCompleted === undefined && search === undefined && !isAboutAnswer) return undefined
  return {
    ...(isCompleted !== undefined && { isCompleted }),
    ...(search !== undefined && { text: search }),
    ...(isAboutAnswer && {
      answer: {
        ...(blockId !== undefined && { blockId }),
        ...(variableId !== undefined && { variableId }),
        ...(value !== undefined && { content: value }),
      },
    }),
  }
}

const typesOfExports = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ndjson: 'application/x-ndjson; charset=utf-8',
}

/** Ids separated by commas; a 400 when they are too many for one request. */
function idsIn(text: string): string[] {
  const ids = text.split(',').flatMap((id) => id.trim() || [])
  if (ids.length <= 1000) return ids
  throw new ApiError('invalid_request', { issues: [{ path: 'resultIds', message: 'At most 1000' }] })
}
