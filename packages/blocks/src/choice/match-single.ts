import type { Reply } from '@colloquy/engine'
import type { Candidate } from './candidate.js'

/** The item that a reply refers to, by its id, value or label, case-sensitively. Longer labels are tried first. */
export function matchSingle(
  reply: Extract<Reply, { type: 'text' }>,
  candidates: readonly Candidate[],
): Candidate | undefined {
  const text = reply.text.trim()
  return candidates
    .toSorted((a, b) => b.label.length - a.label.length)
    .find(
      ({ id, value, label }) =>
        reply.metadata?.replyId === id || reply.text === id || value?.trim() === text || label.trim() === text,
    )
}
