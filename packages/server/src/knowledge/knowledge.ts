import type { Turn } from '@colloquy/engine'
import { normalizeText } from '@colloquy/flow'
import type { Storage } from '@colloquy/storage'
import { newId } from '../ids.js'
import type { LimitName, Limits } from '../limits/limits.js'
import { EmbedBases } from './embed-bases.js'
import { Embedder, type EmbedderOptions } from './embedder.js'
import { type KnowledgeSearch, type SearchOutcome, searchKnowledge } from './search-knowledge.js'
import { VectorIndex } from './vector-index.js'

declare module '../service.js' {
  interface Service {
    readonly knowledge: Knowledge
  }
}

interface KnowledgeOptions extends Omit<EmbedderOptions, 'storage' | 'limits'> {
  storage: Pick<Storage, 'knowledge' | 'credentials' | 'claims'>
  limits: Limits
  limitReached: (name: LimitName) => void
  now: () => number
  /** Receives failures in the background. */
  report: (error: unknown) => void
}

/** Finds passages of knowledge bases, and computes their vectors in the background. */
export class Knowledge {
  readonly #options: KnowledgeOptions
  readonly #embedder: Embedder
  readonly #index: VectorIndex
  readonly #bases: EmbedBases

  constructor(options: KnowledgeOptions) {
    this.#options = options
    this.#embedder = new Embedder(options)
    this.#index = new VectorIndex(options)
    this.#bases = new EmbedBases({ ...options, embedder: this.#embedder })
  }

  search(search: KnowledgeSearch): Promise<SearchOutcome> {
    const ports = { storage: this.#options.storage, embedder: this.#embedder, index: this.#index }
    return searchKnowledge(ports, search)
  }

  /** Embeds passages that have no vector yet, and removes vectors that are no longer needed. */
  embedSoon(base: { id: string; workspaceId: string }): void {
    this.#bases.soon(base)
  }

  /** Continues what other processes have left behind, now and from time to time. */
  start(): void {
    this.#bases.start()
  }

  /** Stores questions for the authors of their bases, if the bases belong to this workspace; in the background. */
  noteUnanswered(workspaceId: string, unanswered: NonNullable<Turn['unanswered']>): void {
    const { storage, limits, now, report } = this.#options
    const note = async () => {
      for (const { baseId, question } of unanswered) {
        const text = question.trim().slice(0, limits.knowledgeQuestionCharacters)
        const key = keyOfQuestion(text)
        if (key === '') continue
        const asked = { id: newId(), baseId, workspaceId, key, text, now: now() }
        await storage.knowledge.noteQuestion(asked, limits.knowledgeQuestions)
      }
    }
    note().catch(report)
  }

  async close(): Promise<void> {
    await this.#bases.close()
    await this.#index.close()
  }
}

/** Questions that differ only by case, accents or punctuation are the same. */
const keyOfQuestion = (text: string): string =>
  normalizeText(text, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
