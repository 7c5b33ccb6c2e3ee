import { ApiError } from '@colloquy/api'
import type { PageModel, ReplyMessage, ShownTurn } from '@colloquy/chat'
import type { CompiledFlow } from '@colloquy/engine'
import { readUrl } from '@colloquy/ports/urls'
import type { StartableBot } from '@colloquy/storage'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { visitorCookie } from '../assignments/visitor-cookie.js'
import { type Referrer, referrerOf } from '../http/allowed-origin.js'
import type { Needs, Service } from '../service.js'
import { openSession } from '../sessions/open-session.js'
import { liveStart, rememberedFor } from '../turns/live-start.js'
import { measured } from '../turns/measured.js'
import { visitOf } from '../turns/visit-of.js'
import type { ChatCookie } from './chat-cookie.js'
import { pageContext } from './page-context.js'
import { pagePeople } from './page-people.js'

/** A conversation to be shown on the page. */
export interface PageChat extends Pick<PageModel, 'session' | 'turns' | 'earlierTurns' | 'isNew'> {
  /** Version of its session, which grows with each turn. */
  version: number
  /** People who have spoken in it. */
  people?: Awaited<ReturnType<typeof pagePeople>>
}

/** Returns the conversation that a visitor returns to: if the bot remembers visitors, or if they use forms. */
export async function chatOfVisitor(
  service: Service,
  { bot, compiledFlow }: { bot: StartableBot; compiledFlow: CompiledFlow },
  cookie: ChatCookie | undefined,
  referrer: Referrer,
): Promise<PageChat | undefined> {
  if (!cookie || !(cookie.isPlain || rememberedFor(compiledFlow))) return undefined
  return storedChat(service, bot.id, cookie.sessionId, referrer)
}

/** Returns a running or ended conversation with this bot, with its latest stored turns. Undefined if it no longer exists. */
export async function storedChat(
  service: Service,
  botId: string,
  sessionId: string,
  referrer: Referrer,
): Promise<PageChat | undefined> {
  const opened = await openSession(service, { sessionId, referrer }).catch((error) => {
    if (error instanceof ApiError && error.code === 'session_not_found') return undefined
    throw error
  })
  if (opened?.row.botId !== botId || opened.row.releaseId === null) return undefined
  const { turns: latest, hasEarlier } = await latestTurns(service, sessionId)
  const first = hasEarlier ? await service.storage.sessions.turn(sessionId, 1) : latest[0]
  if (!first) return undefined
  const { bot } = JSON.parse(first.answer) as Pick<PageModel['session'], 'bot'>
  const { id, resultId, version } = opened.row
  return {
    session: { sessionId: id, resultId: resultId ?? undefined, bot },
    turns: latest.map(({ request, answer }) => ({
      message: (JSON.parse(request) as { message?: ReplyMessage }).message,
      answer: JSON.parse(answer) as ShownTurn,
    })),
    earlierTurns: (latest[0]?.number ?? 1) - 1,
    isNew: false,
    version,
    people: opened.session.hasPeople ? await pagePeople(service, opened.row) : undefined,
  }
}

async function latestTurns({ storage, config, metrics }: Needs<'storage' | 'config' | 'metrics'>, sessionId: string) {
  const { hostedPageTurns: count, hostedPageBytes: bytes } = config.limits
  const latest = await storage.sessions.latestTurns(sessionId, { count, bytes })
  if (latest.hasEarlier) metrics.limitReached(latest.turns.length === count ? 'hostedPageTurns' : 'hostedPageBytes')
  return latest
}

/** Starts a conversation for a visitor; the page's address may prefill variables. */
export async function newChat(
  service: Service,
  bot: StartableBot,
  cookie: ChatCookie | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PageChat> {
  const body = {
    isStreamEnabled: true,
    isOnlyRegistering: false,
    textBubbleContentFormat: 'richText' as const,
    prefilledVariables: Object.fromEntries(new URL(request.originalUrl, 'http://page.invalid').searchParams),
    resultId: cookie?.resultId,
  }
  const referrer = pageReferrer(service, request)
  const { text } = await measured(service, 'start', () =>
    liveStart(service, {
      bot,
      find: async () => (await pageContext(service, request)).bot,
      referrer,
      visit: () => visitOf(request, referrer, body.prefilledVariables),
      body,
      rawBody: body,
      arrival: { bytes: 0, connection: request.raw.socket },
      visitor: visitorCookie(service, request, reply),
    }),
  )
  const answer = JSON.parse(text) as ShownTurn & PageModel['session']
  const { sessionId, resultId, bot: look } = answer
  return { session: { sessionId, resultId, bot: look }, turns: [{ answer }], earlierTurns: 0, isNew: true, version: 1 }
}

/** A navigation sends no origin: the page's own origin is used, and if it is in a frame, the page around it is the referrer. */
export function pageReferrer(service: Needs<'config'>, request: FastifyRequest): Referrer {
  const { own, ...from } = referrerOf(service, request)
  const { referer } = request.headers
  const isFramed = /^i?frame$/.test(String(request.headers['sec-fetch-dest'] ?? ''))
  const around = isFramed && referer ? readUrl(referer)?.origin : undefined
  return { own, origin: own.at(-1), iframeReferrer: from.iframeReferrer ?? around }
}
