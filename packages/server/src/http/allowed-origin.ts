import { ApiError } from '@colloquy/api'
import { readUrl } from '@colloquy/ports/urls'
import type { FastifyRequest } from 'fastify'
import type { Needs } from '../service.js'
import { publicUrl } from './public-url.js'

/** Origin of a chat request, according to its headers. */
export interface Referrer {
  origin: string | undefined
  /** The page that embeds our page in a frame. */
  iframeReferrer: string | undefined
  /** Origins of our own pages. */
  own: readonly string[]
}

/**
 * Referrer of a request that comes from no page, or whose origin does not matter. `own`: origins of the service, as the caller knows them.
 */
export function noPage(...own: string[]): Referrer {
  return { origin: undefined, iframeReferrer: undefined, own }
}

/** Rejects pages that the bot's author has not allowed. Callers without an Origin are not pages, and pass. */
export function checkOrigin(allowed: readonly string[] | undefined, from: Referrer): void {
  if (!allowed?.length || from.origin === undefined) return
  const list = new Set(allowed.map(normalOrigin))
  if (list.has(normalOrigin(from.origin))) return
  const isOwnPage = from.own.map(normalOrigin).includes(normalOrigin(from.origin))
  if (isOwnPage && from.iframeReferrer !== undefined && list.has(normalOrigin(from.iframeReferrer))) return
  throw new ApiError('origin_not_allowed')
}

/** Reads the origin of a request from its headers. */
export function referrerOf(service: Needs<'config'>, request: FastifyRequest): Referrer {
  const iframe = request.headers['x-bot-iframe-referrer-origin']
  const here = `${request.protocol}://${request.host}`
  const { chatUrl } = service.config
  const own = publicUrl(service, request)
  return {
    origin: request.headers.origin,
    iframeReferrer: typeof iframe === 'string' ? iframe : undefined,
    own: chatUrl === undefined ? [own, here] : [own, chatUrl, here],
  }
}

function normalOrigin(text: string): string {
  const origin = readUrl(text)?.origin ?? 'null'
  return origin === 'null' ? text : origin
}
