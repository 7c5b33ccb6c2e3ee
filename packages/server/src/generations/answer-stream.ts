import { ApiError } from '@colloquy/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { referrerOf } from '../http/allowed-origin.js'
import { WrittenResponse } from '../http/handler.js'
import type { Service } from '../service.js'
import { openSession } from '../sessions/open-session.js'
import { shownLogs } from '../turns/shown-logs.js'
import { type Followed, isLast } from './generation.js'

/** Sends the text that a session waits for while it is generated, as `encode` writes it. Writes only as fast as the client reads. */
export async function answerStream(
  service: Service,
  sessionId: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  encode: (part: Followed) => string,
): Promise<WrittenResponse> {
  const referrer = referrerOf(service, request)
  const reopen = () => openSession(service, { sessionId, referrer })
  const opened = await reopen()
  if (opened.session.ended) throw new ApiError('session_ended')
  if (opened.row.held !== null) throw new ApiError('stream_not_expected')
  const { mode } = opened.session
  const { raw } = reply
  const following = service.generations.follow(opened, { reopen, ownUrl: referrer.own[0] }, (part) => {
    if (raw.destroyed) return false
    const takesMore = raw.write(encode(shownPart(part, mode)))
    if (isLast(part)) raw.end()
    return takesMore
  })
  raw.on('drain', () => following.more())
  raw.on('close', () => following.leave())
  if (raw.destroyed) following.leave()
  return new WrittenResponse(() => following.more())
}

/** Visitors see that something failed; only authors see details. */
function shownPart(part: Followed, mode: 'live' | 'preview'): Followed {
  if (part.type !== 'error') return part
  const [log = part.log] = shownLogs([part.log], mode)
  return { type: 'error', log }
}
