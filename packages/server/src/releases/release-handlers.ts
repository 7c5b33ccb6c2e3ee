import { ApiError } from '@colloquy/api'
import { can } from '@colloquy/permissions'
import type { BotRow, Release, ReleaseSummary } from '@colloquy/storage'
import { readCursor, writeCursor } from '../http/cursor.js'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { findAuthors } from '../people/authors.js'
import type { Needs } from '../service.js'
import { publishedBotDocument } from '../stored-bots/bot-document.js'
import { checksOf, type Override } from './publish-gate.js'

/** Releases of a bot. */
export const releaseHandlers: Handlers<'getPublishChecks' | 'listReleases' | 'getRelease' | 'updateRelease'> = {
  async getPublishChecks(service, { bot }) {
    return { checks: await checksOf(service, bot) }
  },

  async listReleases(service, { query, bot, standing }) {
    const seesPeople = can(standing, 'bot.seePeople')
    const list = `releases ${bot.id}`
    const before = query.cursor === undefined ? undefined : readCursor(service.secret, list, query.cursor)
    if (query.cursor !== undefined && !before) {
      throw new ApiError('invalid_cursor', { issues: [{ path: 'cursor', message: 'Not a cursor of this list' }] })
    }
    const found = await service.storage.releases.list(bot.workspaceId, bot.id, { before, limit: query.limit + 1 })
    const rows = found.slice(0, query.limit)
    const last = rows.at(-1)
    return {
      releases: await summaries(service, bot, rows, seesPeople),
      nextCursor: found.length > query.limit && last ? writeCursor(service.secret, list, last) : null,
    }
  },

  async getRelease(service, { params, bot, standing }) {
    const seesPeople = can(standing, 'bot.seePeople')
    const release = await releaseOf(service, bot, params.releaseId)
    const [summary] = await summaries(service, bot, [release], seesPeople)
    return { release: { ...publishedBotDocument(release), ...summary! } }
  },

  async updateRelease(service, { params, body, bot }) {
    const [summary] = await summaries(service, bot, [await releaseOf(service, bot, params.releaseId)], true)
    const { releases } = service.storage
    const annotated = await releases.annotate(bot.workspaceId, bot.id, params.releaseId, body.note || null)
    if (!annotated) throw new ApiError('release_not_found')
    return { release: { ...summary!, note: annotated.note } }
  },
}

async function releaseOf({ storage }: Needs<'storage'>, bot: BotRow, id: string): Promise<Release> {
  const release = await storage.releases.get(id)
  if (!release || release.botId !== bot.id || release.workspaceId !== bot.workspaceId)
    throw new ApiError('release_not_found')
  return release
}

/** Releases as the API returns them, with the people who published them. */
async function summaries(service: Needs<'storage'>, bot: BotRow, rows: readonly ReleaseSummary[], seesPeople: boolean) {
  const overridesOf = ({ overrides }: ReleaseSummary): Override[] => JSON.parse(overrides ?? '[]')
  const authorIds = rows.flatMap((row) => [row, ...overridesOf(row)].map(({ authorId }) => authorId))
  const authors = await findAuthors(service, authorIds, seesPeople)
  const shownAuthor = (authorId: string | null) => authors.get(authorId ?? '') ?? null
  return rows.map((row) => {
    const { id, createdAt, note, evidence, authorId } = row
    return {
      id,
      createdAt: timestamp(createdAt),
      note,
      author: shownAuthor(authorId),
      replay: evidence === null ? null : JSON.parse(evidence),
      overrides: overridesOf(row).map(({ reason, checks, authorId, at }) => ({
        reason,
        checks,
        author: shownAuthor(authorId),
        createdAt: timestamp(at),
      })),
      isLive: id === bot.publishedReleaseId,
    }
  })
}
