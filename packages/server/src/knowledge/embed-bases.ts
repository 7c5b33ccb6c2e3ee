import { FairQueue } from '@colloquy/ports/shares'
import type { KnowledgeBase, KnowledgeChunk, PendingChunk, Storage } from '@colloquy/storage'
import type { Embedder } from './embedder.js'
import { packVector } from './pack-vector.js'

interface EmbedBasesOptions {
  storage: Pick<Storage, 'knowledge' | 'claims'>
  embedder: Embedder
  report: (error: unknown) => void
}

type BaseKey = Pick<KnowledgeBase, 'id' | 'workspaceId'>

const chunksAtOnce = 32
const secondsOfCall = 15
const retriesOfCall = 2
const timeBetweenChecks = 600_000
/** Bases that are embedded at the same time. */
const slots = 6
/** Milliseconds after which a base lets others go first. */
const maxRound = 30_000
/** Milliseconds after which the embedding of a base is retried if it failed. */
const timeBetweenTries = 3_600_000

/**
 * Computes the vectors of passages in the background. Workspaces take turns with their bases, and none gets more than half of the places. No
 * two processes work on the same base.
 */
export class EmbedBases {
  readonly #options: EmbedBasesOptions
  readonly #queue = new FairQueue<BaseKey>({ slots, waiting: Number.POSITIVE_INFINITY })
  /** Ids of bases in the queue. */
  readonly #waiting = new Set<string>()
  readonly #active = new Map<string, Promise<void>>()
  #timers: NodeJS.Timeout[] = []
  readonly #closing = new AbortController()

  constructor(options: EmbedBasesOptions) {
    this.#options = options
  }

  /** Continues what other processes have left behind, now and from time to time. */
  start(): void {
    const { storage, report } = this.#options
    const resume = () => void this.#resume().catch(report)
    const tryAgain = () => void storage.knowledge.clearEmbeddingProblems().then(resume, report)
    this.#timers = [setInterval(resume, timeBetweenChecks).unref(), setInterval(tryAgain, timeBetweenTries).unref()]
    resume()
  }

  /** Embeds passages of a base that have no vector yet, and removes vectors of an earlier model. */
  soon(base: BaseKey): void {
    if (this.#isOver || this.#waiting.has(base.id)) return
    this.#waiting.add(base.id)
    this.#queue.add(base, base)
    this.#serve()
  }

  /** Resolves after the current batches; calls in progress are not repeated. */
  async close(): Promise<void> {
    this.#closing.abort()
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all(this.#active.values())
  }

  get #isOver(): boolean {
    return this.#closing.signal.aborted
  }

  async #resume(): Promise<void> {
    for (const base of await this.#options.storage.knowledge.basesToEmbed()) this.soon(base)
  }

  #serve(): void {
    if (this.#isOver) return
    for (let entry = this.#queue.take(); entry; entry = this.#queue.take()) this.#begin(entry.item)
  }

  #begin(base: BaseKey): void {
    this.#waiting.delete(base.id)
    const before = this.#active.get(base.id)
    const running = (before ?? Promise.resolve())
      .then(() => this.#embedAlone(base))
      .catch((error: unknown) => {
        this.#options.report(error)
        return false
      })
      .then((isMore) => {
        if (this.#active.get(base.id) === running) this.#active.delete(base.id)
        this.#queue.leave(base)
        if (isMore) this.soon(base)
        this.#serve()
      })
    this.#active.set(base.id, running)
  }

  /** Returns true if the base has to continue later. */
  async #embedAlone(base: BaseKey): Promise<boolean> {
    const release = await this.#options.storage.claims.take(`vectors of ${base.id}`)
    // The process that holds the claim checks again before it ends.
    if (!release) return false
    const end = performance.now() + maxRound
    try {
      const { knowledge } = this.#options.storage
      let isMore = true
      while (isMore && !this.#isOver && performance.now() < end) {
        isMore = await this.#embedPending(base, end)
        await knowledge.renewVectors(base.id)
      }
      return isMore
    } finally {
      await release()
    }
  }

  /** Returns true if there may be more. */
  async #embedPending({ id, workspaceId }: BaseKey, end: number): Promise<boolean> {
    const { knowledge } = this.#options.storage
    const base = await knowledge.getBase(workspaceId, id)
    if (!base) return false
    await knowledge.removeOldVectors(id, base.embeddingModel)
    if (!isEmbedding(base)) return false
    const pending = await knowledge.pendingChunks(id, base.embeddingModel)
    const failed = new Set<string>()
    // If nothing of the base was ever embedded, the service does not work; otherwise single texts may be the cause.
    let hasEmbedded = (await knowledge.vectors(id, base.embeddingModel, '', 1)).length > 0
    for (let at = 0; at < pending.length && !this.#isOver; at += chunksAtOnce) {
      if (performance.now() > end) return true
      const now = await knowledge.getBase(workspaceId, id)
      if (now?.embeddingModel !== base.embeddingModel || now.credentialsId !== base.credentialsId) return true
      const some = pending.slice(at, at + chunksAtOnce).filter(({ sourceId }) => !failed.has(sourceId))
      for (const part of await this.#embedSome(base, some, hasEmbedded)) {
        if (part === 'embedded') hasEmbedded = true
        else if (part === 'stopped') return false
        else failed.add(part.sourceId)
      }
    }
    return pending.length > 0
  }

  /** Embeds several chunks at once; source by source if some of the texts may be the cause of a failure. */
  async #embedSome(
    base: EmbeddingBase,
    some: readonly PendingChunk[],
    hasEmbedded: boolean,
  ): Promise<('embedded' | 'stopped' | { sourceId: string })[]> {
    const { storage, embedder } = this.#options
    const { id, workspaceId, credentialsId, embeddingModel: model } = base
    const chunks = await storage.knowledge.chunks(
      id,
      some.map((chunk) => chunk.id),
    )
    if (chunks.length === 0) return []
    const outcome = await embedder.embed({
      texts: chunks.map(textOf),
      credentialsId,
      model,
      spender: { workspaceId, botId: '' },
      seconds: secondsOfCall,
      retries: retriesOfCall,
      signal: this.#closing.signal,
    })
    if (outcome.answer === 'embedded') {
      const vectors = chunks.map((chunk, index) => ({ chunkId: chunk.id, ...packVector(outcome.vectors[index]!) }))
      await storage.knowledge.saveVectors(model, vectors)
      return ['embedded']
    }
    // The call may have ended with the service.
    if (this.#isOver) return ['stopped']
    const sources = [...new Set(some.map(({ sourceId }) => sourceId))]
    if (!outcome.isOfTexts || !hasEmbedded) {
      await storage.knowledge.setEmbeddingProblem(id, model, outcome.problem)
      return ['stopped']
    }
    const [sourceId] = sources
    if (sources.length === 1 && sourceId !== undefined) {
      await storage.knowledge.setEmbeddingProblem(id, model, outcome.problem, sourceId)
      return [{ sourceId }]
    }
    const parts: ('embedded' | 'stopped' | { sourceId: string })[] = []
    for (const one of sources) {
      const ofOne = some.filter(({ sourceId }) => sourceId === one)
      parts.push(...(await this.#embedSome(base, ofOne, true)))
      if (parts.includes('stopped')) break
    }
    return parts
  }
}

type EmbeddingBase = KnowledgeBase & { credentialsId: string; embeddingModel: string }
type Chosen = Pick<KnowledgeBase, 'credentialsId' | 'embeddingModel'>

/** True if passages of a base can also be found by meaning. */
export const isEmbedding = <Base extends Chosen>(
  base: Base,
): base is Base & { credentialsId: string; embeddingModel: string } =>
  base.credentialsId !== null && base.embeddingModel !== null

const textOf = ({ title, text }: KnowledgeChunk): string => `${title}\n${text}`
