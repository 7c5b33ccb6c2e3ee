import type { KnowledgeKind } from '@colloquy/storage'
import type { Limits } from '../limits/limits.js'

/** A part of a document under the same headings. */
export interface Section {
  /** Headings above it, the outermost first. */
  path: string[]
  text: string
}

export type TextKind = Exclude<KnowledgeKind, 'page' | 'site'>

/** Content of a document. Its sections are read while they are iterated, so that a reader may stop early. */
export interface Reading {
  title?: string
  sections: Iterable<Section>
}

/** Limits of one document. */
export type DocumentLimits = Pick<
  Limits,
  'knowledgeChunks' | 'documentElements' | 'documentDepth' | 'documentAttributes' | 'documentColumns'
>

/** Thrown for a document that cannot be read. Its message explains it to the author. */
export class UnreadableDocument extends Error {}

/** Maximum characters of a title or heading, which each passage below it repeats. */
export const maxHeadingLength = 300
