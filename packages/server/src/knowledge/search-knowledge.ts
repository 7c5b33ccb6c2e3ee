import type { Storage } from '@colloquy/storage'
import { rankPassages } from './rank-passages.js'
import { wordsOf } from './words-of.js'

export interface FoundPassage {
  id: string
  title: string
  url: string | null
  text: string
  /** How well it fits, from 0 to 1. */
  score: number
}

/** Passages that are looked at more closely. */
const candidates = 200
const mostWords = 32

/** The passages of a base that fit a question best. */
export async function searchKnowledge(
  { knowledge }: Pick<Storage, 'knowledge'>,
  baseId: string,
  question: string,
  limit: number,
): Promise<FoundPassage[]> {
  const words = [...new Set(wordsOf(question))].slice(0, mostWords)
  const found = await knowledge.findByWords(baseId, words, candidates)
  return rankPassages(found, words)
    .slice(0, limit)
    .map(({ passage: { id, title, url, text }, score }) => ({ id, title, url, text, score }))
}
