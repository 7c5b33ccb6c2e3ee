import { ApiError } from '@colloquy/api'
import type { AnswerRow, ResultRow } from '@colloquy/storage'
import { readableBot, writableBot } from '../access.js'
import { readCursor, writeCursor } from '../cursor.js'
import type { Handlers } from '../handler.js'
import { timeRange } from '../time-filter.js'
import { timestamp } from '../timestamp.js'
import { transcript } from '../transcript.js'

export const resultHandlers: Handlers<
  'listResults' | 'deleteResults' | 'getResult' | 'getTranscript' | 'listResultLogs'
> = {
  async listResults(service, { caller, params, query }) {
    const { bot } = await readableBot(service.storage, caller, params.botId)
    const { results } = service.storage
    const range = timeRange(query.timeFilter, query.timeZone, service.now())
    const list = JSON.stringify([bot.id, query.timeFilter, query.timeZone ?? ''])
    const before = query.cursor === undefined ? undefined : await position(query.cursor)
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
      const answers = rows.length === 0 ? [] : await results.answers(rows.map((row) => row.id))
      const byResult = new Map<string, AnswerRow[]>()
      for (const answer of answers) byResult.set(answer.resultId, [...(byResult.get(answer.resultId) ?? []), answer])
      return rows.map((row) => resultDocument(row, byResult.get(row.id) ?? []))
    }
  },

  async deleteResults(service, { caller, params, query, body }) {
    const bot = await writableBot(service.storage, caller, params.botId)
    const named = query.resultIds ?? body.resultIds
    const ids = named === undefined ? 'all' : named.split(',').flatMap((id) => id.trim() || [])
    if (ids !== 'all' && ids.length > 1000) {
      throw new ApiError('invalid_request', { issues: [{ path: 'resultIds', message: 'At most 1000' }] })
    }
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
}

function resultDocument(row: ResultRow, answers: AnswerRow[]) {
  return {
    id: row.id,
    createdAt: timestamp(row.createdAt),
    botId: row.botId,
    variables: JSON.parse(row.variables),
    isCompleted: row.isCompleted,
    hasStarted: row.hasStarted,
    isArchived: row.isArchived,
    lastChatSessionId: row.lastChatSessionId,
    answers: answers.map((answer) => ({
      createdAt: timestamp(answer.createdAt),
      resultId: answer.resultId,
      blockId: answer.blockId,
      groupId: answer.groupId,
      variableId: answer.variableId,
      content: answer.content,
      storageUsed: answer.storageUsed,
    })),
  }
}
