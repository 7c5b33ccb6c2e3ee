import type { IncomingMessage } from 'node:http'
import { ApiError } from '@colloquy/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.js'
import type { Needs } from '../service.js'
import { hostName, siteOf } from './site-of.js'

/** Internal prefix of the routes for pages of custom domains; clients cannot request it. */
export const domainPrefix = '/.domain'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required for chatting, and therefore served at every host that serves chats. */
    isForVisitors?: boolean
  }
}

/** Rewrites the URL of a request to a custom domain: there, each path may be a bot, except for those that chats need. */
export function toSiteUrl(config: Config, request: IncomingMessage, url: string): string {
  const isDomain = siteOf(config, request.headers.host ?? '') === 'domain'
  if (!isDomain) return url.startsWith(domainPrefix) ? `/${url}` : url
  return /^\/(api|widget)\/|^\/widget\.js(\?|$)/.test(url) ? url : `${domainPrefix}${url}`
}

/** Restricts each host to its routes: hosts of chats serve neither the builder nor the management API. */
export function registerSites(app: FastifyInstance, service: Needs<'storage' | 'config'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    const site = siteOf(service.config, request.host)
    if (site === 'service') return done()
    serveForVisitors(service, site, request, reply).then((isServed) => isServed && done(), done)
  })
}

/** Resolves to false after answering that the host is unknown. */
async function serveForVisitors(
  service: Needs<'storage'>,
  site: 'chats' | 'domain',
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  if (site === 'domain' && !(await service.storage.customDomains.isVerified(hostName(request.host)))) {
    unknownHost(reply, hostName(request.host))
    return false
  }
  if (request.routeOptions.config?.isForVisitors !== true) throw new ApiError('not_found')
  return true
}

function unknownHost(reply: FastifyReply, host: string): FastifyReply {
  const text =
    `There is no chat at ${host.replace(/[^\p{L}\p{N}.-]/gu, '')}.\n\n` +
    'If you look after this service: either its address has changed, and COLLOQUY_PUBLIC_URL still names the former one, ' +
    'or this is a custom domain that has not been verified yet.\n'
  return reply
    .code(404)
    .header('content-type', 'text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .send(text)
}
