import { createHash } from 'node:crypto'
import { decodeText } from '@colloquy/ports/text'
import type { KnowledgeChunk } from '@colloquy/storage'
import { newId } from '../ids.js'
import { cutText } from './cut-text.js'
import { type DocumentLimits, maxHeadingLength, type TextKind, UnreadableDocument } from './document.js'
import { readDocument } from './read-document.js'
import { wordsOf } from './words-of.js'

export interface DocumentToChunk {
  kind: TextKind
  text: string | FetchedText
  /** Title above the headings of the document; if absent, the title that the document itself contains. */
  title: string | undefined
  url: string | null
}

/** A text as it was fetched, with the headers that name its encoding. */
export interface FetchedText {
  body: Uint8Array
  headers: Readonly<Record<string, string>>
}

export interface ChunkedDocument {
  title: string
  chunks: KnowledgeChunk[]
  /** Bytes of the texts of its chunks. */
  bytes: number
  /** Changes when a title or a text of its chunks changes. */
  textHash: string
}

/** Divides a document into passages, each with the headings above it. Linear in its length. */
export function chunkDocument(
  { kind, text: given, title, url }: DocumentToChunk,
  limits: DocumentLimits,
): ChunkedDocument {
  const text = typeof given === 'string' ? given : decodeText(given.body, given.headers)
  const reading = readDocument(kind, text, limits)
  const ownTitle = (title ?? reading.title ?? url ?? '').slice(0, maxHeadingLength)
  const hash = createHash('sha256')
  const chunks: KnowledgeChunk[] = []
  let bytes = 0
  for (const { path, text } of reading.sections) {
    const above = [ownTitle, ...path.filter((heading) => heading !== ownTitle)]
      .filter(Boolean)
      .join(' › ')
      .slice(0, maxHeadingLength)
    const titleWords = wordsOf(above)
    for (const passage of cutText(text.trim())) {
      if (chunks.length === limits.knowledgeChunks)
        throw new UnreadableDocument(`It has more than ${limits.knowledgeChunks} passages. Divide it.`)
      const words = [...titleWords, ...titleWords, ...wordsOf(passage)]
      chunks.push({ id: newId(), title: above, url, text: passage, words: words.join(' ') })
      bytes += Buffer.byteLength(passage)
      hash.update(JSON.stringify([above, passage]))
    }
  }
  if (chunks.length === 0) throw new UnreadableDocument('It holds no text. Check what was pasted, or the address.')
  return { title: ownTitle, chunks, bytes, textHash: hash.digest('base64url') }
}
