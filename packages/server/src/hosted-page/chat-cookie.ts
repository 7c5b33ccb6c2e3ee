import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { derivedId, sessionIdPattern } from '../ids.js'
import type { Service } from '../service.js'

/** State that the page of a bot remembers about its visitor. */
export interface ChatCookie {
  sessionId: string
  resultId: string | undefined
  /** True if the visitor has answered by a form: without a script, nothing else remembers where they are. */
  isPlain: boolean
}

/** Scope of a cookie: one bot, at one address. */
export interface CookieScope {
  botId: string
  path: string
}

const id = '[a-z][a-z0-9]{23}'
const pattern = new RegExp(`^((${sessionIdPattern})\\.(${id})?\\.(plain)?)\\.(${id})$`)

/** Returns the cookie of this bot; undefined if there is none, or one that the service did not sign for it. */
export function readChatCookie(
  { secret }: Pick<Service, 'secret'>,
  request: FastifyRequest,
  { botId }: CookieScope,
): ChatCookie | undefined {
  const prefix = `${nameOf(botId)}=`
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const found = part.trim().startsWith(prefix) ? pattern.exec(part.trim().slice(prefix.length)) : undefined
    if (!found) continue
    const [, value, sessionId, resultId, plain, signature] = found as unknown as string[]
    if (isSame(signature as string, signatureOf(secret, botId, value as string)))
      return { sessionId: sessionId as string, resultId, isPlain: plain !== undefined }
  }
  return undefined
}

/**
 * Writes a cookie that is sent only with visits of this page and with its own forms, and that scripts cannot read. Without `seconds` it
 * lasts until the browser is closed; `undefined` instead of a cookie deletes it.
 */
export function writeChatCookie(
  service: Pick<Service, 'config' | 'secret'>,
  reply: FastifyReply,
  { botId, path }: CookieScope,
  cookie: ChatCookie | undefined,
  seconds?: number,
): void {
  const value = cookie ? signed(service.secret, botId, cookie) : ''
  const age = cookie ? (seconds === undefined ? '' : `; Max-Age=${seconds}`) : '; Max-Age=0'
  const { publicUrl, chatUrl } = service.config
  const isSecure = (chatUrl ?? publicUrl ?? '').startsWith('https:')
  reply.header(
    'set-cookie',
    `${nameOf(botId)}=${value}; Path=${path}${age}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  )
}

function signed(secret: string, botId: string, { sessionId, resultId, isPlain }: ChatCookie): string {
  const value = `${sessionId}.${resultId ?? ''}.${isPlain ? 'plain' : ''}`
  return `${value}.${signatureOf(secret, botId, value)}`
}

const signatureOf = (secret: string, botId: string, value: string) => derivedId(secret, `chat\0${botId}\0${value}`)

/** Both strings have the length of an id. */
const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other))

const nameOf = (botId: string) => `colloquy-chat-${botId}`
