import { ApiError } from '@colloquy/api'
import type { BotRow, Release, ReleaseSummary } from '@colloquy/storage'
import { readableBot, writableBot } from '../access/access.js'
import { publishedBotDocument } from '../bots/bot-document.js'
import { readCursor, writeCursor } from '../http/cursor.js'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import type { Service } from '../service.js'

/** What was published of a bot. */
export const releaseHandlers: Handlers<'listReleases' | 'getRelease' | 'updateRelease'> = {
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

async function releaseOf({ storage }: Service, bot: BotRow, id: string): Promise<Release> {
  const release = await storage.releases.get(id)
  if (!release || release.botId !== bot.id || release.workspaceId !== bot.workspaceId)
    throw new ApiError('release_not_found')
  return release
}

/** As they are shown, with the names of those who published them. */
async function summaries({ storage }: Service, bot: BotRow, rows: readonly ReleaseSummary[]) {
  const ids = new Set(rows.flatMap(({ authorId }) => authorId ?? []))
  const users = await Promise.all([...ids].map((id) => storage.users.get(id)))
  const authors = new Map(users.flatMap((user) => (user ? [[user.id, user] as const] : [])))
  return rows.map(({ id, createdAt, note, evidence, authorId }) => {
    const author = authorId === null ? undefined : authors.get(authorId)
    return {
      id,
      createdAt: timestamp(createdAt),
      note,
      author: author ? { id: author.id, name: author.name, email: author.email } : null,
      replay: evidence === null ? null : JSON.parse(evidence),
      isLive: id === bot.publishedReleaseId,
    }
  })
}
