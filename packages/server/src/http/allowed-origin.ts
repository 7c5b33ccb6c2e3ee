import { ApiError } from '@colloquy/api'
import { readUrl } from '@colloquy/ports/urls'
import type { FastifyRequest } from 'fastify'
import type { Service } from '../service.js'
import { publicUrl } from './public-url.js'

/** Where a chat request comes from, as its headers tell. */
export interface Referrer {
  origin: string | undefined
  /** The page around our own page, when that is shown in a frame. */
  iframeReferrer: string | undefined
  /** Origins of our own pages. */
  own: readonly string[]
}

/** Of what comes from no page, or where nothing depends on it. `own`: the service, as whoever asks knows it. */
export function noPage(...own: string[]): Referrer {
  return { origin: undefined, iframeReferrer: undefined, own }
}

/** Refuses a page that the bot's author has not named. Callers without an Origin are no pages, and pass. */
export function checkOrigin(allowed: readonly string[] | undefined, from: Referrer): void {
  if (!allowed?.length || from.origin === undefined) return
  const list = new Set(allowed.map(normalOrigin))
  if (list.has(normalOrigin(from.origin))) return
  const isOwnPage = from.own.map(normalOrigin).includes(normalOrigin(from.origin))
  if (isOwnPage && from.iframeReferrer !== undefined && list.has(normalOrigin(from.iframeReferrer))) return
  throw new ApiError('origin_not_allowed')
}

/** What the headers of a request tell about where it comes from. */
export function referrerOf(service: Service, request: FastifyRequest): Referrer {
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
