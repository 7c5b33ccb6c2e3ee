import { ApiError, endpoints } from '@colloquy/api'
import type { PageModel, PageNotice, RenderedChat } from '@colloquy/chat'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { headCodeOf } from '../head-code/release-head-code.js'
import { newNonce } from '../http/new-nonce.js'
import type { Operations } from '../http/operations.js'
import { visitorLanguages } from '../http/visitor-languages.js'
import type { Needs, Service } from '../service.js'
import { domainPrefix } from '../sites/register-sites.js'
import { hasOwnOrigin, siteOf } from '../sites/site-of.js'
import { shownTheme } from '../turns/appearance.js'
import { closedText, rememberedFor } from '../turns/live-start.js'
import { loadRenderer } from '../turns/load-renderer.js'
import { readChatCookie, writeChatCookie } from './chat-cookie.js'
import { formKey } from './form-key.js'
import { htmlPage } from './html-page.js'
import { isVisitor } from './is-visitor.js'
import { chatOfVisitor, newChat, type PageChat, pageReferrer } from './page-chat.js'
import { type PageContext, pageContext } from './page-context.js'
import { readPageFiles } from './page-files.js'
import { pagePolicy } from './page-policy.js'
import { sendPeopleNews } from './people-news.js'
import { takeForm } from './take-form.js'

/**
 * Serves the page of a published bot at `/c/{publicId}` and at its custom domain: the current conversation, as HTML that can be read and
 * answered before scripts load, and the widget, which takes over from there. See docs/decisions/0032.
 */
export function registerHostedPage(app: FastifyInstance, service: Service, operations: Operations): void {
  const open = async (request: FastifyRequest, reply: FastifyReply) => {
    if (leadsElsewhere(service, request)) return reply.redirect(`${service.config.chatUrl}${request.originalUrl}`, 302)
    operations.countPage(request)
    const context = await pageContext(service, request)
    const after = newsAfter(request)
    if (after !== undefined) return sendPeopleNews(service, context, { request, reply, after })
    if (!isVisitor(request)) return sendPage({ request, reply, context, rendered: undefined })
    return openPage(service, operations, context, request, reply)
  }
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (leadsElsewhere(service, request)) return reply.redirect(`${service.config.chatUrl}${request.originalUrl}`, 303)
    await operations.count(endpoints.continueChat, request)
    const context = await pageContext(service, request)
    const taken = await takeForm(service, context, request)
    if (taken.kind === 'no cookie') return sendNotice({ request, reply, context }, 400, { kind: 'no cookie' })
    if (taken.kind === 'not taken') {
      const { chat, problem, typed, unsentRating } = taken
      const status = unsentRating ? 503 : problem === 'answered already' ? 409 : 422
      return sendChat(service, { request, reply, context }, chat, { problem, typed, unsentRating }, status)
    }
    writeChatCookie(service, reply, cookieScope(context), taken.cookie, cookieLife(context))
    return reply.header('cache-control', 'no-store').redirect(request.originalUrl, 303)
  }
  // Loads the renderer and its files before the first visitor, who would otherwise wait.
  app.addHook('onListen', (done) => {
    void Promise.allSettled([pageFiles(), loadRenderer()])
    done()
  })
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const { chatBytes: bodyLimit, uploadBytes } = service.config.limits
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit }, (_, body, done) =>
      done(null, body),
    )
    await scope.register(multipart, {
      limits: { fileSize: uploadBytes, files: 20, fields: 200, fieldSize: bodyLimit, parts: 300, headerPairs: 50 },
    })
    for (const url of ['/c/:publicId', `${domainPrefix}/*`]) {
      scope.get(url, { config: { isForVisitors: true, isPage: true } }, open)
      scope.post(url, { config: { isForVisitors: true, isPage: true, takesFile: true, takesForm: true } }, answer)
    }
  })
}

/** True if the page has to redirect: if chats have a separate origin, the origin of the management does not serve them. */
const leadsElsewhere = (service: Needs<'config'>, request: FastifyRequest) =>
  hasOwnOrigin(service.config) && siteOf(service.config, request.host) === 'service'

/** The number in the address of the small page with new messages; undefined for the page itself. */
function newsAfter({ query }: FastifyRequest): number | undefined {
  const { people } = query as Record<string, unknown>
  return typeof people === 'string' && /^\d{1,9}$/.test(people) ? Number(people) : undefined
}

interface Visit {
  request: FastifyRequest
  reply: FastifyReply
  context: PageContext
}

async function openPage(
  service: Service,
  operations: Operations,
  context: PageContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { bot } = context
  const visit = { request, reply, context }
  const at = cookieScope(context)
  const cookie = readChatCookie(service, request, at)
  try {
    const known = await chatOfVisitor(service, context, cookie, pageReferrer(service, request))
    if (known) return await sendChat(service, visit, known)
    await operations.count(endpoints.startChat, request)
    const chat = await newChat(service, bot, cookie, request, reply)
    const { sessionId, resultId } = chat.session
    writeChatCookie(service, reply, at, { sessionId, resultId, isPlain: false }, cookieLife(context))
    return await sendChat(service, visit, chat)
  } catch (error) {
    if (!(error instanceof ApiError) || !errorCodes.has(error.code)) throw error
    if (error.code === 'bot_closed')
      return sendNotice(visit, 200, { kind: 'closed', text: closedText(context.compiledFlow) })
    return sendNotice(visit, error.status, { kind: 'refused' })
  }
}

const errorCodes = new Set<string>(['bot_closed', 'workspace_suspended', 'origin_not_allowed', 'result_quota_reached'])

const cookieScope = ({ bot, path }: PageContext) => ({ botId: bot.id, path })

/** Seconds: a year if the bot remembers visitors permanently; otherwise undefined, until the browser is closed. */
const cookieLife = ({ compiledFlow }: PageContext) => (rememberedFor(compiledFlow) === 'local' ? 31_536_000 : undefined)

async function sendChat(
  service: Needs<'secret'>,
  visit: Visit,
  chat: PageChat,
  form: Pick<PageModel['form'], 'problem' | 'typed' | 'unsentRating'> = {},
  status = 200,
): Promise<FastifyReply> {
  const nonce = newNonce()
  const { path, isApart } = visit.context
  const { session, turns, earlierTurns, isNew, version, people } = chat
  const said = people?.last ?? 0
  const renderer = await loadRenderer()
  const rendered = renderer.renderChat({
    session,
    turns,
    earlierTurns,
    isNew,
    ...(people && { people: { ...people, newsUrl: `${path}?people=${said}` } }),
    nonce,
    hasHeadCode: isApart,
    languages: visitorLanguages(visit.request),
    form: {
      ...form,
      action: path,
      hidden: {
        turn: String(version),
        said: String(said),
        key: formKey(service.secret, session.sessionId, version, said),
      },
    },
  })
  visit.reply.code(status)
  return sendPage({ ...visit, rendered, nonce })
}

async function sendNotice(
  visit: Visit,
  status: number,
  notice: Pick<PageNotice, 'kind' | 'text'>,
): Promise<FastifyReply> {
  const renderer = await loadRenderer()
  const theme = await shownTheme(visit.context.compiledFlow.theme)
  const rendered = renderer.renderNotice({ ...notice, theme, languages: visitorLanguages(visit.request) })
  visit.reply.code(status)
  return sendPage({ ...visit, rendered, hasWidget: false })
}

async function sendPage({
  request,
  reply,
  context,
  rendered,
  hasWidget = true,
  nonce = newNonce(),
}: Visit & { rendered: RenderedChat | undefined; hasWidget?: boolean; nonce?: string }): Promise<FastifyReply> {
  const { bot, compiledFlow, address, isApart } = context
  const metadata = compiledFlow.settings.metadata ?? {}
  const page = htmlPage({
    nonce,
    title: metadata.title || bot.name,
    metadata,
    address,
    headCode: isApart ? headCodeOf(compiledFlow) : '',
    files: await pageFiles(),
    language: rendered?.language ?? (await loadRenderer()).languageOf(visitorLanguages(request)),
    rendered,
    widget: hasWidget ? { bot: bot.publicId ?? '', scripts: isApart ? 'page' : 'frame' } : undefined,
  })
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy': pagePolicy(nonce, isApart, compiledFlow),
    })
    .send(page)
}

let files: ReturnType<typeof readPageFiles> | undefined

function pageFiles() {
  files ??= readPageFiles()
  return files
}
