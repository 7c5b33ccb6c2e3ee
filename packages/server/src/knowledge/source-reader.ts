import { createHash } from 'node:crypto'
import type { EgressPort } from '@colloquy/ports/egress'
import type { WorkspaceSlots } from '@colloquy/ports/shares'
import type { KnowledgeBase, KnowledgeSource } from '@colloquy/storage'
import { newId } from '../ids.js'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import { DueWork, type Look } from '../process/due-work.js'
import { findPages } from './read-site.js'
import { type SourceWriter, savePage } from './save-source.js'
import { SlowHosts } from './slow-hosts.js'
import { failIfMarked, lease, whileMarked } from './while-marked.js'

declare module '../service.js' {
  interface Service {
    readonly sourceReader: SourceReader
  }
}

const day = 86_400_000
const timeBetweenChecks = 60_000

/** Returns the time of the first refresh of a source that is refreshed daily: sources are spread over the day. */
export function firstRefresh({ id }: Pick<KnowledgeSource, 'id'>, now: number): number {
  const share = createHash('sha256').update(id).digest().readUInt32LE() / 2 ** 32
  return now + Math.round(share * day)
}

/**
 * Reads due sources in the background: sites with their pages, and sources that are refreshed daily. Workspaces take turns, and none gets more
 * than half of the places. Pages of a host that is slow wait, each time longer.
 */
export class SourceReader {
  readonly #service: () => SourceWriter
  readonly #slowHosts: SlowHosts
  readonly #work: DueWork<KnowledgeSource>

  constructor(service: () => SourceWriter, report: (error: unknown) => void) {
    this.#service = service
    this.#slowHosts = new SlowHosts(() => service().now())
    this.#work = new DueWork({
      slots: sourcesAtOnce,
      maxPause: timeBetweenChecks,
      now: () => service().now(),
      look: (slots) => this.#look(slots),
      perform: (source) => this.#read(source),
      report,
    })
  }

  /** Reads the sources that are due now, and from then on looks for others once a minute. */
  soon(): void {
    this.#work.soon()
  }

  /** Resolves after the current sources, which the end of calls and documents cuts off: they are read again after the next start. */
  close(): Promise<void> {
    return this.#work.close()
  }

  async #look(slots: WorkspaceSlots): Promise<Look<KnowledgeSource>> {
    const { storage, now } = this.#service()
    const take = (max: number, except: string[]) => storage.knowledge.takeDueSources(now(), now() + lease, max, except)
    const items = await slots.take(take)
    return { items, nextAt: items.length > 0 ? now() : now() + timeBetweenChecks }
  }

  async #read(source: KnowledgeSource): Promise<void> {
    const service = this.#service()
    const { storage, now } = service
    if (await failIfMarked(service, source)) return
    const { workspaceId, baseId } = source
    const waitsUntil = this.#slowHosts.waitsUntil(source)
    if (waitsUntil !== undefined)
      return void (await storage.knowledge.changeSource(workspaceId, source.id, { dueAt: waitsUntil }))
    const dueAt = source.refreshesDaily ? now() + day : null
    const taken = { ...source, dueAt, refreshedAt: now() }
    const base = await storage.knowledge.getBase(workspaceId, baseId)
    const workspace = await storage.workspaces.get(workspaceId)
    if (!base || !workspace || workspace.isSuspended)
      return void (await storage.knowledge.changeSource(workspaceId, source.id, { dueAt }))
    let isInTime = true
    const egress: Pick<EgressPort, 'send'> = {
      async send(request, signal) {
        const outcome = await service.ports.egress.send(request, signal)
        if (outcome.kind === 'timeout') isInTime = false
        return outcome
      },
    }
    try {
      await (source.kind === 'site' ? this.#readSite(egress, taken) : this.#readPage(egress, base, taken))
    } catch (error) {
      if (!this.#work.isClosed) throw error
    }
    this.#slowHosts.note(source, isInTime)
    // A problem that was found may only be that the service is stopping.
    const { problem } = source
    if (this.#work.isClosed) await storage.knowledge.changeSource(workspaceId, source.id, { problem, dueAt: now() })
  }

  async #readPage(egress: Pick<EgressPort, 'send'>, base: KnowledgeBase, source: KnowledgeSource): Promise<void> {
    const service = this.#service()
    try {
      await savePage(service, base, source, egress)
    } catch (error) {
      const isBusy = error instanceof LimitExceeded && error.limit === 'waitingDocuments'
      const dueAt = isBusy ? service.now() + timeBetweenChecks : source.dueAt
      const problem = isBusy ? source.problem : error instanceof LimitExceeded ? full : failed
      await service.storage.knowledge.changeSource(source.workspaceId, source.id, { problem, dueAt })
      if (!(error instanceof LimitExceeded)) throw error
    }
  }

  async #readSite(egress: Pick<EgressPort, 'send'>, site: KnowledgeSource): Promise<void> {
    const service = this.#service()
    const { storage, config, documents, now } = service
    const { id, workspaceId, baseId, dueAt, refreshedAt } = site
    const others = (await storage.knowledge.listSources(workspaceId, baseId)).filter(({ parentId }) => parentId !== id)
    const room = Math.max(0, config.limits.knowledgeSources - others.length)
    const max = Math.min(config.limits.knowledgeSitePages, room)
    const found = await findPages(
      { egress, documents, workspaceId, max, around: whileMarked(service, site) },
      site.url ?? '',
    )
    if ('problem' in found) {
      await storage.knowledge.changeSource(workspaceId, id, { problem: found.problem, dueAt })
      return
    }
    const at = now()
    const pages = found.urls.map((url): KnowledgeSource => {
      const none = { problem: null, embeddingProblem: null, bytes: 0, chunks: 0, textHash: null }
      const times = { createdAt: at, refreshedAt: at, dueAt: at, refreshesDaily: false }
      return { id: newId(), baseId, workspaceId, kind: 'page', title: url, url, parentId: id, ...none, ...times }
    })
    await storage.knowledge.setPages(site, pages, at)
    const problem = found.isCut ? `The site has more pages: the first ${max} are read.` : null
    await storage.knowledge.changeSource(workspaceId, id, { problem, dueAt, refreshedAt })
  }
}

/** Sources that are read at the same time. */
const sourcesAtOnce = 8

const full = 'The knowledge base is full.'
const failed = 'It could not be stored. Refresh it.'
