import { Readable } from 'node:stream'
import { ApiError } from '@colloquy/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { referrerOf } from '../http/allowed-origin.js'
import type { Service } from '../service.js'
import { openSession } from '../turns/open-session.js'
import { shownLogs } from '../turns/shown-logs.js'
import type { Followed } from './generation.js'

/** The text that a session waits for while it is generated, as `encode` writes it. Read no faster than the client takes it. */
export async function answerStream(
  service: Service,
  sessionId: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  encode: (part: Followed) => string,
): Promise<Readable> {
  const referrer = referrerOf(service, request)
  const reopen = () => openSession(service, { sessionId, referrer })
  const opened = await reopen()
  if (opened.session.ended) throw new ApiError('session_ended')
  const gone = new AbortController()
  const parts = service.generations.follow(opened, { reopen, ownUrl: referrer.own[0] }, gone.signal)
  reply.raw.once('close', () => gone.abort())
  if (reply.raw.destroyed) gone.abort()
  reply.header('x-accel-buffering', 'no')
  reply.header('cache-control', 'no-store, no-transform')
  // A connection that is kept for the next request would delay a service that stops.
  reply.header('connection', 'close')
  const { mode } = opened.session
  async function* written() {
    for await (const part of parts) yield encode(shownPart(part, mode))
  }
  return Readable.from(written(), { objectMode: false })
}

/** Visitors see that something failed; details are for authors. */
function shownPart(part: Followed, mode: 'live' | 'preview'): Followed {
  if (part.type !== 'error') return part
  const [log = part.log] = shownLogs([part.log], mode)
  return { type: 'error', log }
}
