import { ApiError } from '@colloquy/api'
import type { BotSummary } from '@colloquy/storage'
import type { FastifyRequest } from 'fastify'
import { readableBot } from '../access.js'
import { referrerOf } from '../allowed-origin.js'
import type { Handlers } from '../handler.js'
import { isSessionId, newId } from '../ids.js'
import { publicUrl } from '../public-url.js'
import type { Service } from '../service.js'
import { logRow } from '../turns/commit.js'
import { continueTurn } from '../turns/continue-turn.js'
import { liveStart } from '../turns/live-start.js'
import { measured } from '../turns/measured.js'
import { moveSession } from '../turns/move-session.js'
import { openSession } from '../turns/open-session.js'
import { startPreview } from '../turns/start-turn.js'

export const chatHandlers: Handlers<
  'startChat' | 'startPreviewChat' | 'continueChat' | 'saveClientLogs' | 'moveSession'
> = {
  startChat: (service, { params, body, request }) =>
    measured(service, 'start', async () => {
      const { publicId } = params
      const find = async () => {
        const bot = await service.storage.bots.findByPublicId(publicId)
        service.bots.note(publicId, bot)
        return bot
      }
      return liveStart(service, {
        bot: service.bots.guess(publicId),
        find,
        referrer: referrerOf(service, request),
        body,
        key: idempotencyKey(request),
        publicUrl: publicUrl(service, request),
        rawBody: request.body,
      })
    }),

  startPreviewChat: (service, { params, body, caller, request }) =>
    measured(service, 'preview', async () => {
      const { bot } = await readableBot(service.storage, caller, params.botId)
      if (bot.isArchived) throw new ApiError('bot_not_found')
      const start = {
        sessionId: await previewSessionId(service, bot, body.sessionId),
        program: service.programs.draft(bot),
        mode: 'preview' as const,
        body,
        publicUrl: publicUrl(service, request),
        rawBody: request.body,
      }
      return startPreview(service, start, body.sessionId === undefined)
    }),

  continueChat: (service, { params, body, request }) =>
    measured(service, 'continue', () =>
      continueTurn(service, {
        sessionId: params.sessionId,
        message: body.message ?? undefined,
        textFormat: body.textBubbleContentFormat,
        referrer: referrerOf(service, request),
        key: idempotencyKey(request),
        rawBody: request.body,
      }),
    ),

  async saveClientLogs(service, { params, body, request }) {
    const { row } = await openSession(service, { sessionId: params.sessionId, referrer: referrerOf(service, request) })
    const { resultId } = row
    const result =
      resultId === null ? undefined : await service.storage.results.get(row.workspaceId, row.botId, resultId)
    if (!result) throw new ApiError('session_not_found')
    const now = service.now()
    await service.storage.results.addLogs(
      body.clientLogs.map((log) => {
        const details =
          log.details === undefined || typeof log.details === 'string' ? log.details : JSON.stringify(log.details)
        return logRow(result.id, { ...log, details }, now)
      }),
    )
    return { message: 'success' }
  },

  async moveSession(service, { caller, params }) {
    await moveSession(service, { caller, sessionId: params.sessionId })
    return { message: 'success' as const }
  },
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new ApiError('invalid_request', {
    issues: [{ path: 'Idempotency-Key', message: '1 to 255 printable characters' }],
  })
}

/** The id that was asked for when it is free or a preview of the same bot, else a new one. */
async function previewSessionId(service: Service, bot: BotSummary, asked: string | undefined): Promise<string> {
  if (asked === undefined || !isSessionId(asked)) return newId()
  const row = await service.storage.sessions.get(asked)
  return !row || (row.botId === bot.id && row.releaseId === null) ? asked : newId()
}
