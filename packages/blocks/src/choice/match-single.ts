import type { Reply } from '@colloquy/engine'
import type { Candidate } from './candidate.js'

/**
 * The item that a reply refers to: by the id in its metadata, else by a text that is an id, else by its value or label, case-sensitively.
 * An id that no item has is ignored. Of items that share a text, the one with the longest label is meant.
 */
export function matchSingle(
  { text, metadata }: Extract<Reply, { type: 'text' }>,
  candidates: readonly Candidate[],
): Candidate | undefined {
  const trimmed = text.trim()
  return (
    candidates.find(({ id }) => id === metadata?.replyId) ??
    candidates.find(({ id }) => id === trimmed) ??
    candidates
      .toSorted((a, b) => b.label.length - a.label.length)
      .find(({ value, label }) => value?.trim() === trimmed || label.trim() === trimmed)
  )
}
