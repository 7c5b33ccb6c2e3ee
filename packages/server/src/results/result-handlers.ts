import { ApiError } from '@colloquy/api'
import { invalidCursor, readCursor, writeCursor } from '../http/cursor.js'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { deleteAllResults, deleteMatching, deleteNamedResults } from './delete-results.js'
import { idsIn } from './ids-in.js'
import { listedPage } from './list-results.js'
import { byResult, resultDocument, shownOrigin } from './result-document.js'
import { resultsWanted } from './result-query.js'
import { transcriptOfResult } from './transcript.js'

export const resultHandlers: Handlers<
  | 'listResults'
  | 'deleteResults'
  | 'getResult'
  | 'getTranscript'
  | 'listResultLogs'
  | 'listResultOrigins'
  | 'countResults'
> = {
  async listResults(service, { query, bot, mode }) {
    const results = service.storage.listedResults
    const { listBytes, listAnswerCharacters } = service.config.limits
    const { rows, bytes, nextCursor, isPartial } = await listedPage(service, bot, query)
    if (nextCursor !== null && rows.length < query.limit && rows.length > 0) service.metrics.limitReached('listBytes')
    return {
      results: bytes > listBytes ? await withShortAnswers() : await withAnswers(),
      nextCursor,
      ...(isPartial && { isPartial }),
    }

    async function withAnswers() {
      const answers = byResult(rows.length === 0 ? [] : await results.answers(rows.map((row) => row.id)))
      return rows.map((row) => resultDocument(row, answers.get(row.id) ?? [], mode))
    }

    /** Only a page with a single result can exceed the size limit of a page. */
    async function withShortAnswers() {
      const [row] = rows
      if (!row) return []
      service.metrics.limitReached('listAnswerCharacters')
      return [resultDocument(row, await results.shortAnswers(row.id, listAnswerCharacters), mode)]
    }
  },

  async deleteResults(service, { query, body, bot }) {
    const named = query.resultIds ?? body.resultIds
    if (body.matching) {
      if (named !== undefined)
        throw new ApiError('invalid_request', {
          issues: [{ path: 'matching', message: 'Not together with resultIds' }],
        })
      return deleteMatching(service, bot, body.matching)
    }
    if (named === undefined) await deleteAllResults(service, bot)
    else await deleteNamedResults(service, bot, idsIn(named))
    return {}
  },

  async getResult(service, { params, bot, mode }) {
    const row = await service.storage.results.get(bot.workspaceId, bot.id, params.resultId)
    if (!row) throw new ApiError('result_not_found')
    return { result: resultDocument(row, await service.storage.results.answers([row.id]), mode) }
  },

  async getTranscript(service, { params, query, bot }) {
    const row = await service.storage.results.get(bot.workspaceId, bot.id, params.resultId)
    if (!row) throw new ApiError('result_not_found')
    const { entries, nextCursor } = await transcriptOfResult(service, row, query)
    return { transcript: entries, ...(nextCursor !== undefined && { hasEarlier: true, nextCursor }) }
  },

  async listResultLogs(service, { params, query, bot, mode }) {
    const list = `logs ${bot.id} ${params.resultId}`
    const after = query.cursor === undefined ? undefined : readCursor(service.secret, list, query.cursor)
    if (query.cursor !== undefined && !after) throw invalidCursor()
    const { rows: logs, next } = await service.storage.results.logs(bot.workspaceId, bot.id, params.resultId, {
      limit: query.limit,
      bytes: service.config.limits.listBytes,
      ...(after && { after: { createdAt: after.createdAt, number: Number(after.id) } }),
    })
    // Details may contain requests and responses of other services.
    const shown = mode === 'write' ? logs : logs.map((log) => ({ ...log, details: null, context: null }))
    return {
      logs: shown.map((log) => ({ ...log, createdAt: timestamp(log.createdAt) })),
      nextCursor: next
        ? writeCursor(service.secret, list, { createdAt: next.createdAt, id: String(next.number) })
        : null,
    }
  },

  async listResultOrigins(service, { query, bot }) {
    const found = await service.storage.listedResults.origins(bot.workspaceId, bot.id, query.resultIds)
    return { origins: found.map(shownOrigin) }
  },

  async countResults(service, { query, bot }) {
    const now = service.now()
    const { range, filter } = resultsWanted(query, now)
    const countedAt = now + 1
    const span = {
      workspaceId: bot.workspaceId,
      botId: bot.id,
      ...range,
      to: Math.min(range.to ?? countedAt, countedAt),
    }
    const total = filter
      ? await service.storage.resultSearch.count(span, filter)
      : (await service.storage.analytics.totals(span)).starts
    return { total, countedAt: timestamp(countedAt) }
  },
}
