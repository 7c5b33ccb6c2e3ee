import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Service } from '../service.js'

/** What the page of a bot remembers of its visitor. */
export interface ChatCookie {
  sessionId: string
  resultId: string | undefined
  /** The visitor has answered by a form: without a script nothing else remembers where they are. */
  isPlain: boolean
}

/** Where a cookie belongs: one bot, at one address. */
export interface CookiePlace {
  botId: string
  path: string
}

const id = '[a-z][a-z0-9]{23}'
const pattern = new RegExp(`^(${id})\\.(${id})?\\.(plain)?$`)

/** The cookie of this bot; undefined when there is none, or one that is not ours. */
export function readChatCookie(request: FastifyRequest, { botId }: CookiePlace): ChatCookie | undefined {
  const prefix = `${nameOf(botId)}=`
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const found = part.trim().startsWith(prefix) ? pattern.exec(part.trim().slice(prefix.length)) : undefined
    if (found) return { sessionId: found[1] as string, resultId: found[2], isPlain: found[3] !== undefined }
  }
  return undefined
}

/**
 * Sent with visits of this page and with its own forms only, out of the reach of scripts. Without `seconds` until the browser is
 * closed; `undefined` instead of a cookie takes it away.
 */
export function writeChatCookie(
  service: Pick<Service, 'config'>,
  reply: FastifyReply,
  { botId, path }: CookiePlace,
  cookie: ChatCookie | undefined,
  seconds?: number,
): void {
  const value = cookie ? `${cookie.sessionId}.${cookie.resultId ?? ''}.${cookie.isPlain ? 'plain' : ''}` : ''
  const age = cookie ? (seconds === undefined ? '' : `; Max-Age=${seconds}`) : '; Max-Age=0'
  const { publicUrl, chatUrl } = service.config
  const isSecure = (chatUrl ?? publicUrl ?? '').startsWith('https:')
  reply.header(
    'set-cookie',
    `${nameOf(botId)}=${value}; Path=${path}${age}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  )
}

const nameOf = (botId: string) => `colloquy-chat-${botId}`
