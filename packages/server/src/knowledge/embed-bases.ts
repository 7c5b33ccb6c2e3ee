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
const secondsOfCall = 60
const retriesOfCall = 2
const timeBetweenChecks = 600_000
/** Milliseconds after which the embedding of a base is retried if it failed. */
const timeBetweenTries = 3_600_000

/** Computes the vectors of passages in the background, one base at a time. No two processes work on the same base. */
export class EmbedBases {
  readonly #options: EmbedBasesOptions
  readonly #waiting = new Map<string, BaseKey>()
  #timers: NodeJS.Timeout[] = []
  #running: Promise<void> | undefined
  #isClosed = false

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
    if (this.#isClosed) return
    this.#waiting.set(base.id, base)
    this.#running ??= this.#work()
  }

  /** Resolves after the current batch. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const timer of this.#timers) clearInterval(timer)
    await this.#running
  }

  async #resume(): Promise<void> {
    for (const base of await this.#options.storage.knowledge.basesToEmbed()) this.soon(base)
  }

  async #work(): Promise<void> {
    while (!this.#isClosed) {
      const next = this.#waiting.values().next()
      if (next.done) break
      this.#waiting.delete(next.value.id)
      await this.#embedAlone(next.value).catch(this.#options.report)
    }
    this.#running = undefined
  }

  async #embedAlone(base: BaseKey): Promise<void> {
    const release = await this.#options.storage.claims.take(`vectors of ${base.id}`)
    // The process that holds the claim checks again before it ends.
    if (!release) return
    try {
      const { knowledge } = this.#options.storage
      for (let isMore = true; isMore && !this.#isClosed; ) {
        isMore = await this.#embedPending(base)
        await knowledge.renewVectors(base.id)
      }
    } finally {
      await release()
    }
  }

  /** Returns true if there may be more. */
  async #embedPending({ id, workspaceId }: BaseKey): Promise<boolean> {
    const { knowledge } = this.#options.storage
    const base = await knowledge.getBase(workspaceId, id)
    if (!base) return false
    await knowledge.removeOldVectors(id, base.embeddingModel)
    if (!isEmbedding(base)) return false
    const pending = await knowledge.pendingChunks(id, base.embeddingModel)
    const failed = new Set<string>()
    // If nothing of the base was ever embedded, the service does not work; otherwise single texts may be the cause.
    let hasEmbedded = (await knowledge.vectors(id, base.embeddingModel, '', 1)).length > 0
    for (let at = 0; at < pending.length && !this.#isClosed; at += chunksAtOnce) {
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
    })
    if (outcome.answer === 'embedded') {
      const vectors = chunks.map((chunk, index) => ({ chunkId: chunk.id, ...packVector(outcome.vectors[index]!) }))
      await storage.knowledge.saveVectors(model, vectors)
      return ['embedded']
    }
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
