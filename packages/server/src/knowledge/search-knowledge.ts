import type { CallGuard } from '@colloquy/ports/shares'
import type { KnowledgeBase, KnowledgeChunk, Storage } from '@colloquy/storage'
import { wordsOf } from '../documents/words-of.js'
import type { Spender } from '../models/model-budget.js'
import { isEmbedding } from './embed-bases.js'
import type { Embedder } from './embedder.js'
import { mergeRanks } from './merge-ranks.js'
import { unitVector } from './pack-vector.js'
import { rankPassages } from './rank-passages.js'
import type { VectorHit } from './vector-cache.js'
import type { VectorIndex } from './vector-index.js'

export interface FoundPassage {
  id: string
  title: string
  url: string | null
  text: string
  /** Relevance, from 0 to 1. */
  score: number
}

export interface KnowledgeSearch {
  base: KnowledgeBase
  question: string
  /** The question in the form that may leave the service; if empty, it does not leave. */
  sentQuestion?: string | undefined
  limit: number
  /** Pays for embedding the question. */
  spender: Spender
  /** Maximum seconds for embedding the question. */
  seconds: number
  guard?: CallGuard
}

export interface SearchOutcome {
  passages: FoundPassage[]
  /** Reason why passages were found by words only, although the base has vectors. */
  problem?: string
}

/** Number of passages that are ranked. */
const candidates = 200
const mostSimilar = 50
const maxWords = 32

interface SearchPorts {
  storage: Pick<Storage, 'knowledge'>
  embedder: Embedder
  index: VectorIndex
}

/** Finds passages of a base: by words, and by meaning if the base has an embedding model. */
export async function searchKnowledge(ports: SearchPorts, search: KnowledgeSearch): Promise<SearchOutcome> {
  const { base, question, limit } = search
  const words = [...new Set(wordsOf(question))].slice(0, maxWords)
  const [found, similar] = await Promise.all([
    ports.storage.knowledge.findByWords(base.id, words, candidates),
    isEmbedding(base) ? findSimilar(ports, base, search) : { hits: [] },
  ])
  const byWords = rankPassages(found, words)
  const problem = 'problem' in similar ? { problem: similar.problem } : {}
  if (similar.hits.length === 0)
    return { passages: byWords.slice(0, limit).map(({ passage, score }) => shown(passage, score)), ...problem }
  const best = mergeRanks(
    byWords.map(({ passage, score }) => ({ id: passage.id, score })),
    similar.hits,
  )
  const known = new Map<string, KnowledgeChunk>(found.map((chunk) => [chunk.id, chunk]))
  const unknown = similar.hits.filter(({ id }) => !known.has(id)).map(({ id }) => id)
  if (unknown.length > 0)
    for (const chunk of await ports.storage.knowledge.chunks(base.id, unknown)) known.set(chunk.id, chunk)
  // Passages may have been removed since their vectors were read.
  const passages = best.flatMap(({ id, score }) => {
    const chunk = known.get(id)
    return chunk ? [shown(chunk, score)] : []
  })
  return { passages: passages.slice(0, limit), ...problem }
}

async function findSimilar(
  { embedder, index }: SearchPorts,
  base: KnowledgeBase & { credentialsId: string; embeddingModel: string },
  { question, sentQuestion = question, spender, seconds, guard }: KnowledgeSearch,
): Promise<{ hits: VectorHit[]; problem?: string }> {
  if (sentQuestion === '') return { hits: [], problem: 'The question holds private values that could not be replaced.' }
  const { credentialsId, embeddingModel: model } = base
  const request = { texts: [sentQuestion], credentialsId, model, spender, seconds, ...(guard && { guard }) }
  const embedding = await embedder.embed(request)
  if (embedding.answer === 'failed') return { hits: [], problem: embedding.problem }
  return { hits: await index.search(base, model, unitVector(embedding.vectors[0]!), mostSimilar) }
}

const shown = ({ id, title, url, text }: KnowledgeChunk, score: number): FoundPassage => ({
  id,
  title,
  url,
  text,
  score,
})
