import type { DocumentLimits, Reading, TextKind } from './document.js'
import { readCsv } from './read-csv.js'
import { readHtml } from './read-html.js'
import { readMarkdown } from './read-markdown.js'

/** Reads a document into its sections, in linear time. Throws an `UnreadableDocument`, also while the sections are iterated. */
export function readDocument(kind: TextKind, text: string, limits: DocumentLimits): Reading {
  switch (kind) {
    case 'text':
      return { sections: [{ path: [], text }] }
    case 'markdown':
      return { sections: readMarkdown(text) }
    case 'html':
      return readHtml(text, limits)
    case 'csv':
      return { sections: readCsv(text, limits) }
  }
}
