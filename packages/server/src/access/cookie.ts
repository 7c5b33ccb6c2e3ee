import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Service } from '../service.js'

/** Returns the value of the session cookie; undefined without one. */
export function readCookie(
  service: Pick<Service, 'config'>,
  request: Pick<IncomingMessage, 'headers'>,
): string | undefined {
  const prefix = `${nameOf(service)}=`
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const cookie = part.trim()
    if (cookie.startsWith(prefix)) return cookie.slice(prefix.length)
  }
  return undefined
}

/** Sets a cookie for pages of exactly this host, inaccessible to scripts. `seconds` of 0 deletes it. */
export function writeCookie(
  service: Pick<Service, 'config'>,
  reply: FastifyReply,
  value: string,
  seconds: number,
): void {
  const cookie = `${nameOf(service)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`
  reply.header('set-cookie', isSecure(service) ? `${cookie}; Secure` : cookie)
}

/** The prefix makes browsers restrict the cookie to this host and to TLS, whatever another host of the domain sets. */
function nameOf(service: Pick<Service, 'config'>): string {
  return isSecure(service) ? '__Host-colloquy' : 'colloquy'
}

function isSecure({ config }: Pick<Service, 'config'>): boolean {
  return config.publicUrl?.startsWith('https:') ?? false
}
