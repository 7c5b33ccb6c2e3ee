import type { KnowledgeChunk } from '@colloquy/storage'
import { newId } from '../ids.js'
import { cutText } from './cut-text.js'
import type { TextKind } from './document.js'
import { readDocument } from './read-document.js'
import { wordsOf } from './words-of.js'

export interface DocumentToChunk {
  kind: TextKind
  text: string
  /** Title above the headings of the document; if absent, the title that the document itself contains. */
  title: string | undefined
  url: string | null
}

export type ChunkedDocument = { title: string; chunks: KnowledgeChunk[] } | { problem: string }

/** Divides a document into passages, each with the headings above it. */
export function chunkDocument({ kind, text, title, url }: DocumentToChunk): ChunkedDocument {
  const reading = readDocument(kind, text)
  if ('problem' in reading) return reading
  const ownTitle = title ?? reading.title ?? url ?? ''
  const chunks = reading.sections.flatMap(({ path, text }) => {
    const above = [ownTitle, ...path.filter((heading) => heading !== ownTitle)]
      .filter(Boolean)
      .join(' › ')
      .slice(0, 300)
    const titleWords = wordsOf(above)
    return cutText(text.trim()).map((passage) => {
      const words = [...titleWords, ...titleWords, ...wordsOf(passage)]
      return { id: newId(), title: above, url, text: passage, words: words.join(' ') }
    })
  })
  return chunks.length > 0
    ? { title: ownTitle, chunks }
    : { problem: 'It holds no text. Check what was pasted, or the address.' }
}
