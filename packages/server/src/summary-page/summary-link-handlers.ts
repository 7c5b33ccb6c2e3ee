import { randomBytes } from 'node:crypto'
import { ApiError } from '@colloquy/api'
import type { SummaryLink } from '@colloquy/storage'
import { stillMay } from '../access/access.js'
import type { Handlers } from '../http/handler.js'
import { publicUrl } from '../http/public-url.js'
import { timestamp } from '../http/timestamp.js'
import { newId } from '../ids.js'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import { findAuthors, shownAuthor } from '../people/authors.js'
import { timeRange } from '../results/time-filter.js'
import { type LinkSpan, readSpan } from './link-span.js'

type SummaryLinkHandlers = Handlers<'listSummaryLinks' | 'createSummaryLink' | 'deleteSummaryLink'>

/** A link makes the summary public: only people who may change the bot can create, see and revoke links. */
export const summaryLinkHandlers: SummaryLinkHandlers = {
  async listSummaryLinks(service, { request, bot }) {
    const links = await service.storage.summaryLinks.list(bot.id)
    const authors = await findAuthors(
      service,
      links.map(({ authorId }) => authorId),
      true,
    )
    const origin = publicUrl(service, request)
    const shown = links.map(async (link) => {
      const { authorId } = link
      const isActive = authorId === null || (await stillMay(service.storage, authorId, 'results.share', bot))
      return { ...documentOf(link, origin), author: authors.get(authorId ?? '') ?? null, isActive }
    })
    return { links: await Promise.all(shown) }
  },

  async createSummaryLink(service, { caller, body, request, bot }) {
    const { storage, config } = service
    const { isFixed, showsTexts, expiresAt, ...query } = body
    const now = service.now()
    if (expiresAt !== undefined && Date.parse(expiresAt) <= now)
      throw new ApiError('invalid_request', { issues: [{ path: 'expiresAt', message: 'Give a time in the future' }] })
    if (query.releaseId !== undefined && (await storage.releases.get(query.releaseId))?.botId !== bot.id)
      throw new ApiError('release_not_found')
    const { from = null, to = now } = timeRange(query.timeFilter, query.timeZone, now)
    const span: LinkSpan = { ...query, fixed: isFixed ? { from, to } : null }
    const link: SummaryLink = {
      id: newId(),
      botId: bot.id,
      token: randomBytes(16).toString('base64url'),
      authorId: caller.user.id,
      span: JSON.stringify(span),
      showsTexts,
      createdAt: now,
      expiresAt: expiresAt === undefined ? null : Date.parse(expiresAt),
    }
    const outcome = await storage.summaryLinks.create(link, config.limits.summaryLinks)
    if (outcome === 'full') throw new LimitExceeded('summaryLinks')
    const author = shownAuthor(caller.user, true)
    return { link: { ...documentOf(link, publicUrl(service, request)), author, isActive: true } }
  },

  async deleteSummaryLink({ storage }, { params, bot }) {
    if (!(await storage.summaryLinks.delete(bot.id, params.linkId))) throw new ApiError('summary_link_not_found')
    return { message: 'success' }
  },
}

function documentOf(link: SummaryLink, origin: string) {
  const { fixed, ...query } = readSpan(link)
  return {
    id: link.id,
    url: `${origin}/s/${link.token}`,
    ...query,
    isFixed: fixed !== null,
    showsTexts: link.showsTexts,
    createdAt: timestamp(link.createdAt),
    expiresAt: link.expiresAt === null ? null : timestamp(link.expiresAt),
  }
}
