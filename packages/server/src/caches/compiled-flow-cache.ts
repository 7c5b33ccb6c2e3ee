import type { CompiledFlow } from '@colloquy/engine'
import type { BotRow, BotSummary, Release, Storage } from '@colloquy/storage'
import type { LongWork } from '../process/long-work.js'
import { compileStored, draftId, draftSource, releaseSource } from './compile-stored.js'

declare module '../service.js' {
  interface Service {
    readonly compiledFlows: CompiledFlowCache
  }
}

export interface CompiledFlowCacheOptions {
  /** Bytes of source up to which compiled flows are cached; the most recently used one stays, whatever its size. */
  maxBytes: number
  /** Queue in which a large flow waits before it is compiled. */
  longWork?: LongWork
  /** Called for each evicted flow. */
  onEvicted?: () => void
  /** Does slow preparations once, before a release is used. */
  prepare?: (release: CompiledFlow) => Promise<void>
}

/** Cache of compiled flows: releases, which never change, and drafts until they do. Flows that are not in use are evicted. */
export class CompiledFlowCache {
  readonly #storage: Storage
  readonly #options: CompiledFlowCacheOptions
  readonly #kept = new Map<string, CachedFlow>()
  #bytes = 0

  constructor(storage: Storage, options: CompiledFlowCacheOptions) {
    this.#storage = storage
    this.#options = options
  }

  /** Returns a cached release. */
  kept(id: string): CompiledFlow | undefined {
    return id.startsWith('draft-') ? undefined : this.#take(id)?.compiledFlow
  }

  async release(id: string): Promise<CompiledFlow | undefined> {
    const kept = this.kept(id)
    if (kept) return kept
    const release = await this.#storage.releases.get(id)
    if (!release) return undefined
    const compiled = () => compileStored(releaseSource(release))
    const { longWork } = this.#options
    const bytes = bytesOf(release)
    const compiledFlow = longWork?.isLong(bytes) ? await longWork.run(release.workspaceId, bytes, compiled) : compiled()
    await this.#options.prepare?.(compiledFlow)
    return this.#keep(compiledFlow, release, release.createdAt)
  }

  /** Returns the current draft. The id of its compiled flow stays the same, so that running previews follow their author. */
  draft(bot: BotRow): CompiledFlow {
    const source = draftSource(bot)
    const kept = this.#take(source.id)
    if (kept?.updatedAt === bot.updatedAt) return kept.compiledFlow
    return this.#keep(compileStored(source), bot, bot.updatedAt)
  }

  /** Returns the compiled flow of a frame, by the id that `release` or `draft` gave it. */
  async byId(id: string): Promise<CompiledFlow | undefined> {
    if (!id.startsWith('draft-')) return this.release(id)
    const bot = await this.#storage.bots.findSummary(id.slice('draft-'.length))
    return bot && this.#currentDraft(bot)
  }

  /** Returns the flow of a linked bot: the published (live) or the draft one (preview), within the same workspace only. */
  async linked(botId: string, workspaceId: string, mode: 'live' | 'preview'): Promise<CompiledFlow | undefined> {
    const bot = await this.#storage.bots.findSummary(botId)
    if (!bot || bot.isDeleted || bot.workspaceId !== workspaceId) return undefined
    if (mode === 'preview') return this.#currentDraft(bot)
    return bot.publishedReleaseId === null ? undefined : this.release(bot.publishedReleaseId)
  }

  /** Reads the documents of the draft only if it has changed. */
  async #currentDraft(summary: BotSummary): Promise<CompiledFlow | undefined> {
    if (summary.isDeleted) return undefined
    const kept = this.#take(draftId(summary.id))
    if (kept?.updatedAt === summary.updatedAt) return kept.compiledFlow
    const bot = await this.#storage.bots.find(summary.id)
    return bot && !bot.isDeleted ? this.draft(bot) : undefined
  }

  #take(id: string): CachedFlow | undefined {
    const kept = this.#kept.get(id)
    if (kept) kept.isUsed = true
    return kept
  }

  #keep(compiledFlow: CompiledFlow, source: Source, updatedAt: number): CompiledFlow {
    const bytes = bytesOf(source)
    this.#bytes += bytes - (this.#kept.get(compiledFlow.id)?.bytes ?? 0)
    this.#kept.delete(compiledFlow.id)
    this.#kept.set(compiledFlow.id, { compiledFlow, updatedAt, bytes, isUsed: false })
    while (this.#bytes > this.#options.maxBytes && this.#kept.size > 1) this.#makeRoom(compiledFlow.id)
    return compiledFlow
  }

  /** Evicts the oldest flow, unless it was used since it was last considered for eviction. */
  #makeRoom(newest: string): void {
    const [id, kept] = this.#kept.entries().next().value as [string, CachedFlow]
    this.#kept.delete(id)
    if (kept.isUsed || id === newest) {
      kept.isUsed = false
      this.#kept.set(id, kept)
      return
    }
    this.#bytes -= kept.bytes
    this.#options.onEvicted?.()
  }
}

interface CachedFlow {
  readonly compiledFlow: CompiledFlow
  readonly updatedAt: number
  readonly bytes: number
  isUsed: boolean
}

type Source = Pick<Release | BotRow, 'workspaceId' | 'flow' | 'theme' | 'settings'>

/** Even the smallest flow takes some memory when it is compiled. */
const minBytes = 1_000

function bytesOf({ flow, theme, settings }: Source): number {
  return minBytes + Buffer.byteLength(flow) + Buffer.byteLength(theme) + Buffer.byteLength(settings)
}
