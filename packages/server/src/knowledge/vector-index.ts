import { FairQueue, type Owner } from '@colloquy/ports/shares'
import type { KnowledgeBase, Storage } from '@colloquy/storage'
import type { LimitName, Limits } from '../limits/limits.js'
import { JobThread } from '../process/job-thread.js'
import type { VectorHit, VectorJob, VectorReport } from './vector-cache.js'

interface VectorIndexOptions {
  storage: Pick<Storage, 'knowledge'>
  limits: Pick<Limits, 'knowledgeVectorBytes' | 'waitingVectorSearches'>
  limitReached: (name: LimitName) => void
}

const maxJob = 10_000
/** Searches in progress: one is in the thread, while vectors are read for the others. */
const slots = 4
/** Heap of the thread; vectors are outside of it. */
const megabytes = 256
const vectorsAtOnce = 500

/** Finds passages by their vectors, in a thread that holds those of recently searched bases. */
export class VectorIndex {
  readonly #options: VectorIndexOptions
  readonly #thread = new JobThread<VectorJob, VectorReport>('knowledge/vector-thread.js', {
    milliseconds: maxJob,
    megabytes,
  })
  /** Vectors that are being read from the database, by key. */
  readonly #loading = new Map<string, Promise<void>>()
  readonly #queue: FairQueue<() => void>

  constructor(options: VectorIndexOptions) {
    this.#options = options
    this.#queue = new FairQueue({ slots, waiting: options.limits.waitingVectorSearches })
  }

  /**
   * Returns the passages of a base that are nearest to a question, best first; none while too many other searches of its workspace wait.
   * Workspaces take turns.
   */
  async search(
    { id, workspaceId, revision }: Pick<KnowledgeBase, 'id' | 'workspaceId' | 'revision'>,
    model: string,
    query: Float32Array,
    limit: number,
  ): Promise<VectorHit[]> {
    const owner = { workspaceId }
    if (!(await this.#isAdmitted(owner))) {
      this.#options.limitReached('waitingVectorSearches')
      return []
    }
    try {
      const key = `${id} ${revision} ${model}`
      const job = { kind: 'search', key, query, limit } as const
      const found = await this.#thread.run(job)
      if (found.kind === 'found') return found.hits
      await this.#loaded(key, id, model)
      const again = await this.#thread.run(job)
      return again.kind === 'found' ? again.hits : []
    } finally {
      this.#queue.leave(owner)
      this.#serve()
    }
  }

  #isAdmitted(owner: Owner): Promise<boolean> {
    return new Promise((resolve) => {
      if (this.#queue.add(owner, () => resolve(true))) this.#serve()
      else resolve(false)
    })
  }

  #serve(): void {
    for (let entry = this.#queue.take(); entry; entry = this.#queue.take()) entry.item()
  }

  close(): Promise<void> {
    return this.#thread.close()
  }

  /** Concurrent searches share one load. */
  #loaded(key: string, baseId: string, model: string): Promise<void> {
    const loading = this.#loading.get(key) ?? this.#load(key, baseId, model).finally(() => this.#loading.delete(key))
    this.#loading.set(key, loading)
    return loading
  }

  async #load(key: string, baseId: string, model: string): Promise<void> {
    const { storage, limits, limitReached } = this.#options
    const maxBytes = limits.knowledgeVectorBytes
    let after = ''
    for (let isFirst = true; ; isFirst = false) {
      const vectors = await storage.knowledge.vectors(baseId, model, after, vectorsAtOnce)
      const report = await this.#thread.run({ kind: 'add', key, vectors, isFirst, maxBytes })
      if (report.kind === 'added' && !report.isWhole) limitReached('knowledgeVectorBytes')
      if (report.kind !== 'added' || !report.isWhole || vectors.length < vectorsAtOnce) return
      after = vectors.at(-1)!.chunkId
    }
  }
}
