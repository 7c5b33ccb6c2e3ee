import { ApiError } from '@colloquy/api'
import { cutDetails, type Messaging } from '@colloquy/engine'
import type { BotSummary } from '@colloquy/storage'
import type { FastifyRequest } from 'fastify'
import { visitorCookie } from '../assignments/visitor-cookie.js'
import { answerStream } from '../generations/answer-stream.js'
import type { Followed } from '../generations/generation.js'
import { referrerOf } from '../http/allowed-origin.js'
import type { Handlers } from '../http/handler.js'
import { idempotencyKey } from '../http/idempotency-key.js'
import { bodyBytes } from '../http/large-bodies.js'
import { publicUrl } from '../http/public-url.js'
import { isSessionId, newSessionId } from '../ids.js'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import { continuedTurn } from '../recordings/continued-turn.js'
import type { Needs } from '../service.js'
import { openSession } from '../sessions/open-session.js'
import { reachedLimit } from '../turns/check-session.js'
import { logRow } from '../turns/commit.js'
import { continueTurn } from '../turns/continue-turn.js'
import { liveStart } from '../turns/live-start.js'
import { measured } from '../turns/measured.js'
import { moveSession } from '../turns/move-session.js'
import { startPreview } from '../turns/start-turn.js'
import type { QueuedReply } from '../turns/turn-queue.js'
import { visitOf } from '../turns/visit-of.js'

export const chatHandlers: Handlers<
  'startChat' | 'startPreviewChat' | 'continueChat' | 'streamMessage' | 'saveClientLogs' | 'moveSession'
> = {
  startChat: (service, { params, body, request, reply }) =>
    measured(service, 'start', async () => {
      const { publicId } = params
      const find = async () => {
        const bot = await service.storage.bots.findByPublicId(publicId)
        service.botCache.note(publicId, bot)
        return bot
      }
      const referrer = referrerOf(service, request)
      return liveStart(service, {
        bot: service.botCache.get(publicId),
        find,
        referrer,
        visit: () => visitOf(request, referrer, body.prefilledVariables),
        body,
        key: idempotencyKey(request),
        rawBody: request.body,
        arrival: arrivalOf(request),
        visitor: visitorCookie(service, request, reply),
      })
    }),

  startPreviewChat: (service, { body, caller, request, bot, mode }) =>
    measured(service, 'preview', async () => {
      const { startFrom } = body
      const isContinued = startFrom?.type === 'result'
      // Recorded answers of services are only for people who may edit the bot.
      if (isContinued && mode !== 'write') throw new ApiError('bot_not_found')
      const compiledFlow = service.compiledFlows.draft(bot)
      const start = {
        sessionId: await previewSessionId(service, bot, body.sessionId),
        compiledFlow,
        mode: 'preview' as const,
        openedBy: caller.user.id,
        isDryRun: mode !== 'write',
        body: { ...body, ...(body.channel && asInApps), startFrom: isContinued ? undefined : startFrom },
        messaging: body.channel && simulatedContact(service, body.channel),
        ...(isContinued && { continued: await continuedTurn(service, bot, compiledFlow, startFrom) }),
        rawBody: request.body,
        arrival: arrivalOf(request),
        ownUrl: publicUrl(service, request),
      }
      return startPreview(service, start, body.sessionId === undefined)
    }),

  continueChat: (service, { params, body, request }) =>
    measured(service, 'continue', async () => {
      const answer = await continueTurn(service, {
        sessionId: params.sessionId,
        message: body.message ?? undefined,
        textFormat: body.textBubbleContentFormat,
        referrer: referrerOf(service, request),
        key: idempotencyKey(request),
        rawBody: request.body,
        arrival: arrivalOf(request),
      })
      const workspaceId = service.sessionCache.workspaceOf(params.sessionId)
      const isFollowed = workspaceId !== undefined && service.conversationFeeds.isFollowed(workspaceId)
      // Not stored with the turn: it is true for now only.
      return isFollowed ? `${answer.slice(0, -1)},"isFollowed":true}` : answer
    }),

  streamMessage: (service, { params, request, reply }) =>
    answerStream(service, params.sessionId, { request, reply }, eventOf),

  async saveClientLogs(service, { params, body, request }) {
    const { sessionId } = params
    const { row, session } = await openSession(service, { sessionId, referrer: referrerOf(service, request) })
    service.resultQuota.check(row.workspaceId)
    const { resultId } = row
    const result =
      resultId === null ? undefined : await service.storage.results.get(row.workspaceId, row.botId, resultId)
    if (!result) throw new ApiError('session_not_found')
    const { clientLogsPerCall, clientLogsPerSession, clientLogCharacters, sessionBytes } = service.config.limits
    const cut = (text: string) => cutDetails(text, clientLogCharacters)
    const logs = body.clientLogs.slice(0, clientLogsPerCall).map((log) => {
      const { description, context, details } = log
      const text = details === undefined || typeof details === 'string' ? details : JSON.stringify(details)
      return logRow(
        result.id,
        {
          ...log,
          description: cut(description),
          ...(context !== undefined && { context: cut(context) }),
          details: text && cut(text),
        },
        service.now(),
      )
    })
    const max = { logs: clientLogsPerSession, bytes: sessionBytes - (session.storedBytes ?? 0) }
    const stored = await service.storage.results.addClientLogs(row.id, logs, max)
    if (stored === 0 && logs.length > 0)
      throw new LimitExceeded('clientLogsPerSession', { message: 'This conversation stores no more logs' })
    if (stored < body.clientLogs.length) service.metrics.limitReached('clientLogsPerCall')
    return { message: 'success' }
  },

  async moveSession(service, { caller, params }) {
    await moveSession(service, { caller, sessionId: params.sessionId })
    return { message: 'success' as const }
  },
}

/** Formats a server-sent event, or a comment to keep the connection alive. */
const eventOf = (part: Followed): string =>
  part.type === 'quiet' ? ': still here\n\n' : `data: ${JSON.stringify(part)}\n\n`

function arrivalOf({ raw }: FastifyRequest): QueuedReply {
  return { bytes: bodyBytes(raw), connection: raw.socket }
}

/** Apps show no text while it is generated, and no progress. */
const asInApps = { isStreamEnabled: false, isOnlyRegistering: false, textBubbleContentFormat: 'richText' } as const

/** A contact of a preview on a channel, with what that channel reports about its contacts. */
function simulatedContact(
  { channels }: Needs<'channels'>,
  { type, contact: { name, phoneNumber } }: { type: string; contact: Messaging['contact'] },
): Messaging {
  const hasNumbers = channels.find((channel) => channel.type === type)?.capabilities.hasNumbers === true
  return { channel: type, contact: { name, phoneNumber: hasNumbers ? phoneNumber.replace(/\D/g, '') : '' } }
}

/** Returns the requested session id if it is free or belongs to a preview of the same bot that may continue, otherwise a new one. */
async function previewSessionId(
  service: Needs<'storage' | 'config' | 'sessionCache'>,
  bot: BotSummary,
  asked: string | undefined,
): Promise<string> {
  if (asked === undefined || !isSessionId(asked)) return newSessionId()
  const row = await service.storage.sessions.get(asked)
  if (!row) return asked
  const isItsPreview = row.botId === bot.id && row.releaseId === null
  const isFull = reachedLimit(service.config.limits, { row, session: service.sessionCache.read(row) }) !== undefined
  return isItsPreview && !isFull ? asked : newSessionId()
}
