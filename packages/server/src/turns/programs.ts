import { compile, type Program } from '@colloquy/engine'
import type { BotRow, Release, Storage } from '@colloquy/storage'

/** Compiled flows, the latest used ones kept: releases for ever the same, drafts until they change. */
export class Programs {
  readonly #storage: Storage
  readonly #capacity: number
  readonly #kept = new Map<string, { program: Program; updatedAt: number; usedAt: number }>()
  #uses = 0

  constructor(storage: Storage, capacity = 500) {
    this.#storage = storage
    this.#capacity = capacity
  }

  /** A release that is at hand. */
  kept(id: string): Program | undefined {
    return id.startsWith('draft-') ? undefined : this.#take(id)?.program
  }

  async release(id: string): Promise<Program | undefined> {
    const kept = this.kept(id)
    if (kept) return kept
    const release = await this.#storage.releases.get(id)
    return release && this.#keep(compileStored(id, release.botId, release, release.createdAt), release.createdAt)
  }

  /** The draft as it stands. Its program id stays the same, so that running previews follow their author. */
  draft(bot: BotRow): Program {
    const id = `draft-${bot.id}`
    const kept = this.#take(id)
    if (kept?.updatedAt === bot.updatedAt) return kept.program
    return this.#keep(compileStored(id, bot.id, bot), bot.updatedAt)
  }

  /** The program of a frame by the id that `release` or `draft` gave it. */
  async byId(id: string): Promise<Program | undefined> {
    if (!id.startsWith('draft-')) return this.release(id)
    const bot = await this.#storage.bots.find(id.slice('draft-'.length))
    return bot && !bot.isArchived ? this.draft(bot) : undefined
  }

  /** The bot that a link leads to: published (live) or as drafted (preview), within the same workspace only. */
  async linked(botId: string, workspaceId: string, mode: 'live' | 'preview'): Promise<Program | undefined> {
    const bot = await this.#storage.bots.find(botId)
    if (!bot || bot.isArchived || bot.workspaceId !== workspaceId) return undefined
    if (mode === 'preview') return this.draft(bot)
    return bot.publishedReleaseId === null ? undefined : this.release(bot.publishedReleaseId)
  }

  #take(id: string) {
    const kept = this.#kept.get(id)
    if (kept) kept.usedAt = ++this.#uses
    return kept
  }

  #keep(program: Program, updatedAt: number): Program {
    this.#kept.set(program.id, { program, updatedAt, usedAt: ++this.#uses })
    if (this.#kept.size > this.#capacity) this.#dropOldest()
    return program
  }

  #dropOldest(): void {
    let oldest: { id: string; usedAt: number } | undefined
    for (const [id, { usedAt }] of this.#kept) if (!oldest || usedAt < oldest.usedAt) oldest = { id, usedAt }
    if (oldest) this.#kept.delete(oldest.id)
  }
}

function compileStored(
  id: string,
  botId: string,
  stored: Pick<Release | BotRow, 'workspaceId' | 'flow' | 'theme' | 'settings'>,
  releasedAt?: number,
): Program {
  return compile({
    ...JSON.parse(stored.flow),
    id,
    botId,
    workspaceId: stored.workspaceId,
    releasedAt,
    theme: JSON.parse(stored.theme),
    settings: JSON.parse(stored.settings),
  })
}
