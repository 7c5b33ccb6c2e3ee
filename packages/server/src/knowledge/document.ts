import type { KnowledgeKind } from '@colloquy/storage'

/** A part of a document under the same headings. */
export interface Section {
  /** Headings above it, the outermost first. */
  path: string[]
  text: string
}

export type TextKind = Exclude<KnowledgeKind, 'page' | 'site'>

/** Content of a document; `problem` explains to the author why it cannot be read. */
export type Reading = { title?: string; sections: Section[] } | { problem: string }
