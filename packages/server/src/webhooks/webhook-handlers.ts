import { PassThrough } from 'node:stream'
import { ApiError } from '@colloquy/api'
import type { Session } from '@colloquy/engine'
import { definitionOf } from '@colloquy/flow'
import type { SessionRow } from '@colloquy/storage'
import { isAdmitted } from '../access/is-admitted.js'
import { referrerOf } from '../http/allowed-origin.js'
import { type Handlers, StreamResponse } from '../http/handler.js'
import { publicUrl } from '../http/public-url.js'
import { newId } from '../ids.js'
import { takeWebhook } from '../messaging/take-webhook.js'
import type { Needs } from '../service.js'
import { openSession } from '../sessions/open-session.js'

const heartbeat = 25_000

export const webhookHandlers: Handlers<'executeWebhook' | 'executeTestWebhook' | 'listenForWebhooks'> = {
  async executeWebhook(service, { params, body, request, bot }) {
    const result = await service.storage.results.get(bot.workspaceId, bot.id, params.resultId)
    if (!result) throw new ApiError('result_not_found')
    const sessionId = result.lastChatSessionId
    const session = sessionId === null ? undefined : await service.storage.sessions.get(sessionId)
    if (session) await checkBlock(service, [...releaseIdsOf(session), bot.publishedReleaseId], params.blockId)
    return hold(service, session, { blockId: params.blockId, body, publicUrl: publicUrl(service, request) })
  },

  async executeTestWebhook(service, { params, body, request, bot }) {
    await checkBlock(service, [service.compiledFlows.draft(bot).id], params.blockId)
    const session = await service.storage.sessions.latestPreview(bot.workspaceId, bot.id, service.now())
    return hold(service, session, { blockId: params.blockId, body, publicUrl: publicUrl(service, request) })
  },

  async listenForWebhooks(service, { params, request, reply }) {
    const { sessionId } = params
    const open = () => openSession(service, { sessionId, referrer: referrerOf(service, request) })
    await open()
    if (service.webhookListeners.isFull(sessionId)) throw new ApiError('too_many_requests', { retryAfter: 30 })
    const stream = new PassThrough()
    stream.write(': listening\n\n')
    const stop = await service.webhookListeners.listen(sessionId, {
      receive: (text) => void stream.end(text === undefined ? undefined : `data: ${text}\n\n`),
      isAllowed: () => isAdmitted(open),
    })
    const beat = setInterval(() => stream.writableEnded || stream.write(': still here\n\n'), heartbeat).unref()
    const end = () => {
      clearInterval(beat)
      stop()
      stream.end()
    }
    stream.once('finish', end)
    reply.raw.once('close', end)
    if (reply.raw.destroyed || stream.writableEnded) end()
    return new StreamResponse(stream)
  },
}

/** The flows of a conversation: its release, and the bots that are linked in at the moment. */
function releaseIdsOf({ releaseId, state }: SessionRow): (string | null)[] {
  return [releaseId, ...(JSON.parse(state) as Session).frames.map(({ programId }) => programId)]
}

async function checkBlock(
  service: Needs<'compiledFlows'>,
  releaseIds: (string | null)[],
  blockId: string,
): Promise<void> {
  for (const id of new Set(releaseIds)) {
    const compiledFlow = id === null ? undefined : await service.compiledFlows.byId(id)
    if (definitionOf(compiledFlow?.blockById.get(blockId)?.block.type ?? '')?.listens) return
  }
  throw new ApiError('block_not_found')
}

/**
 * Stores webhook data, which then counts as sent. Clients that listen, at this instance or another, receive it from there, and a chat in a
 * messaging app continues with it.
 */
async function hold(
  service: Needs<'storage' | 'inbox' | 'now'>,
  session: SessionRow | undefined,
  sent: { blockId: string; body: unknown; publicUrl: string },
) {
  const now = service.now()
  if (!session || session.endedAt !== null || session.expiresAt <= now) throw new ApiError('session_not_found')
  const { workspaceId, id: sessionId } = session
  if ((JSON.parse(session.state) as Session).channel === 'messaging') {
    const contact = await service.storage.messaging.ofSession(sessionId)
    if (!contact) throw new ApiError('session_not_found')
    await takeWebhook(service, contact, sent)
    return { message: 'OK' as const }
  }
  const { blockId, body } = sent
  const held = { id: newId(), workspaceId, sessionId, blockId, body: JSON.stringify(body ?? null), createdAt: now }
  if ((await service.storage.webhooks.hold(held)) === 'missing') throw new ApiError('session_not_found')
  return { message: 'OK' as const }
}
