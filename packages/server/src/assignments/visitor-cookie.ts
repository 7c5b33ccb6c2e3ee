import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Service } from '../service.js'
import type { VisitorMemory } from './assign.js'

/**
 * Recognizes a visitor of the service's pages by a cookie. It is set only while an experiment runs, and browsers keep it only for pages at
 * the address of the service, so it never tracks anybody across sites.
 */
export function visitorCookie(
  { config }: Pick<Service, 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
): VisitorMemory {
  let kept: string | undefined
  return {
    get key() {
      return pattern.exec(request.headers.cookie ?? '')?.[1]
    },
    keep(key) {
      // Another attempt to take the same start.
      if (key === kept) return
      kept = key
      const isSecure = (config.chatUrl ?? config.publicUrl ?? '').startsWith('https:')
      const cookie = `${name}=${key}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
      reply.header('set-cookie', cookie)
    },
  }
}

const name = 'colloquy-visitor'
const pattern = new RegExp(`(?:^|;\\s*)${name}=([a-z][a-z0-9]{23})(?:;|$)`)
/** 90 days. */
const seconds = 7_776_000
