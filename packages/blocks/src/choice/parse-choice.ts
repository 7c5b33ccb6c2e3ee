import type { BlockContext, Effectful, ParsedReply, Reply } from '@colloquy/engine'
import type { Candidate } from './candidate.js'
import { matchMultiple } from './match-multiple.js'
import { matchSingle } from './match-single.js'

/** Parses a reply to items of which one, or several, can be chosen. Only a single choice leaves by the edge of its item. */
export function* parseChoice(
  reply: Reply | undefined,
  candidates: readonly Candidate[],
  isMultiple: boolean | undefined,
  context: Pick<BlockContext, 'isPauseDue'>,
): Effectful<ParsedReply> {
  if (reply?.type !== 'text') return { kind: 'rejected' }
  if (isMultiple) {
    const chosen = yield* matchMultiple(reply, candidates, context)
    const items = chosen.map(({ value, label }) => value || label.trim()).filter((item) => item !== '')
    return items.length > 0 ? { kind: 'accepted', content: items.join(', '), items } : { kind: 'rejected' }
  }
  const chosen = matchSingle(reply, candidates)
  const content = chosen?.value || chosen?.label
  if (!content) return { kind: 'rejected' }
  return { kind: 'accepted', content, ...(chosen?.edgeId !== undefined && { edgeId: chosen.edgeId }) }
}
