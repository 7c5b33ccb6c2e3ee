import { ApiError } from '@colloquy/api'
import type { BotRow, Release, ReleaseSummary } from '@colloquy/storage'
import { readableBot, writableBot } from '../access/access.js'
import { publishedBotDocument } from '../bots/bot-document.js'
import { checksOf, type Override } from '../gate/publish-gate.js'
import { readCursor, writeCursor } from '../http/cursor.js'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import type { Needs } from '../service.js'

/** Releases of a bot. */
export const releaseHandlers: Handlers<'getPublishChecks' | 'listReleases' | 'getRelease' | 'updateRelease'> = {
  async getPublishChecks(service, { caller, params }) {
    const bot = await writableBot(service.storage, caller, params.botId)
    return { checks: await checksOf(service, bot) }
  },

  async listReleases(service, { caller, params, query }) {
    const { bot } = await readableBot(service.storage, caller, params.botId)
    const list = `releases ${bot.id}`
    const before = query.cursor === undefined ? undefined : readCursor(service.secret, list, query.cursor)
    if (query.cursor !== undefined && !before) {
      throw new ApiError('invalid_cursor', { issues: [{ path: 'cursor', message: 'Not a cursor of this list' }] })
    }
    const found = await service.storage.releases.list(bot.workspaceId, bot.id, { before, limit: query.limit + 1 })
    const rows = found.slice(0, query.limit)
    const last = rows.at(-1)
    return {
      releases: await summaries(service, bot, rows),
      nextCursor: found.length > query.limit && last ? writeCursor(service.secret, list, last) : null,
    }
  },

  async getRelease(service, { caller, params }) {
    const { bot } = await readableBot(service.storage, caller, params.botId)
    const release = await releaseOf(service, bot, params.releaseId)
    const [summary] = await summaries(service, bot, [release])
    return { release: { ...publishedBotDocument(release), ...summary! } }
  },

  async updateRelease(service, { caller, params, body }) {
    const bot = await writableBot(service.storage, caller, params.botId)
    const [summary] = await summaries(service, bot, [await releaseOf(service, bot, params.releaseId)])
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

/** Releases as the API returns them, with the names of the people who published them. */
async function summaries({ storage }: Needs<'storage'>, bot: BotRow, rows: readonly ReleaseSummary[]) {
  const overridesOf = ({ overrides }: ReleaseSummary): Override[] => JSON.parse(overrides ?? '[]')
  const ids = new Set(rows.flatMap((row) => [row, ...overridesOf(row)].flatMap(({ authorId }) => authorId ?? [])))
  const users = await Promise.all([...ids].map((id) => storage.users.get(id)))
  const authors = new Map(users.flatMap((user) => (user ? [[user.id, user] as const] : [])))
  const shownAuthor = (authorId: string | null) => {
    const author = authorId === null ? undefined : authors.get(authorId)
    return author ? { id: author.id, name: author.name, email: author.email } : null
  }
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
