import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { newNonce } from '../http/new-nonce.js'
import type { Operations } from '../http/operations.js'
import { visitorLanguages } from '../http/visitor-languages.js'
import type { Needs } from '../service.js'
import { readSpan } from './link-span.js'
import { RecentValues } from './recent-values.js'
import { sendSecretPage } from './send-secret-page.js'
import { type SharedSummary, sharedBot, sharedSummary } from './shared-summary.js'
import { gonePage, summaryHtml } from './summary-html.js'
import { textsIn } from './texts.js'

/**
 * The page at `/s/{token}`: the summary of a bot for everyone who has its address. The link, its bot and its workspace are read for each
 * view, so revoking takes effect at once; the summary, which is expensive, is cached for a minute. See docs/decisions/0122.
 */
export function registerSummaryPage(
  app: FastifyInstance,
  service: Needs<'storage' | 'config' | 'metrics' | 'now'>,
  operations: Operations,
): void {
  const { config, storage, now } = service
  const summaries = new RecentValues<{ at: number; summary: SharedSummary | null }>({
    milliseconds: 60_000,
    bytes: config.limits.sharedSummaryBytes,
    now,
  })
  app.get<{ Params: { token: string } }>('/s/:token', { config: { isPage: true } }, async (request, reply) => {
    operations.countPage(request)
    const link = await storage.summaryLinks.findByToken(request.params.token)
    const bot = link && (await sharedBot(service, link))
    if (!link || !bot) return sendGone(request, reply)
    const { at, summary } = await summaries.get(link.id, async () => ({
      at: now(),
      summary: await sharedSummary(service, link, bot),
    }))
    if (!summary) return sendGone(request, reply)
    const nonce = newNonce()
    const language = textsIn(visitorLanguages(request))
    const html = summaryHtml({ ...language, nonce, name: bot.name, span: readSpan(link), at, summary })
    return sendSecretPage(reply, { status: 200, nonce, html })
  })
}

function sendGone(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const nonce = newNonce()
  const html = gonePage({ ...textsIn(visitorLanguages(request)), nonce })
  return sendSecretPage(reply, { status: 404, nonce, html })
}
