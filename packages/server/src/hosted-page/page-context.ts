import { ApiError } from '@colloquy/api'
import type { CompiledFlow } from '@colloquy/engine'
import type { StartableBot } from '@colloquy/storage'
import type { FastifyRequest } from 'fastify'
import { publicUrl } from '../http/public-url.js'
import type { Needs } from '../service.js'
import { hasOwnOrigin, hostName, siteOf } from '../sites/site-of.js'
import { publishedBot } from '../turns/live-start.js'

/** The bot of a page and its address. */
export interface PageContext {
  bot: StartableBot
  compiledFlow: CompiledFlow
  /** Path of its address, without host and query. */
  path: string
  address: string
  /** True if the page has a separate origin, so that its scripts cannot reach the management. */
  isApart: boolean
}

/** Throws `bot_not_found` if there is no published bot at the address. */
export async function pageContext(
  service: Needs<'storage' | 'config' | 'compiledFlows'>,
  request: FastifyRequest,
): Promise<PageContext> {
  const site = siteOf(service.config, request.host)
  const { publicId } = request.params as { publicId?: string }
  if ((site === 'domain') !== (publicId === undefined)) throw new ApiError('not_found')
  const path = request.originalUrl.split('?', 1)[0] as string
  const { bots } = service.storage
  const found = publicId === undefined ? await botAt(service, request, path) : await bots.findByPublicId(publicId)
  const { config } = service
  const scheme = config.publicUrl?.startsWith('https:') ? 'https' : request.protocol
  const base =
    site === 'domain'
      ? `${scheme}://${request.host}`
      : hasOwnOrigin(config)
        ? config.chatUrl
        : publicUrl(service, request)
  return { ...(await publishedBot(service, found)), path, address: `${base}${path}`, isApart: site !== 'service' }
}

/** Returns the bot at a custom domain; ignores slashes at the end of the path. */
function botAt(service: Needs<'storage'>, request: FastifyRequest, path: string): Promise<StartableBot | undefined> {
  const domain = `${hostName(request.host)}${path}`.replace(/\/$/, '')
  return service.storage.bots.findByCustomDomain(domain)
}
