import { type BlockContext, type Effectful, pause, type Reply } from '@colloquy/engine'
import type { Candidate } from './candidate.js'

/** Only the beginning of a reply is searched, because every item is searched in it. */
const searchedLength = 20_000

/** Maximum number of characters that all searches for items may examine. Further items are not found. */
const maxSearched = 10_000_000

/** Replaces what was found, so that it cannot be found again or join its neighbors. */
const taken = '\u0000'

/**
 * The items that a reply refers to, in display order: by the ids in its metadata, else by its text. Ids that no item has are ignored; if
 * none is known, the text decides.
 */
export function* matchMultiple(
  { text, metadata }: Extract<Reply, { type: 'text' }>,
  candidates: readonly Candidate[],
  context: Pick<BlockContext, 'isPauseDue'>,
): Effectful<Candidate[]> {
  const { replyId, replyIds = [] } = metadata ?? {}
  const ids = new Set([replyId, ...replyIds])
  const chosen = candidates.filter(({ id }) => ids.has(id))
  return chosen.length > 0 ? chosen : yield* namedIn(text, candidates, context)
}

/**
 * The items that a free text names by id, value, label or position. Longer phrases are matched first and removed: "Apple pie" does not also
 * mean "Apple". Of phrases of one length, ids come first.
 */
function* namedIn(
  text: string,
  candidates: readonly Candidate[],
  context: Pick<BlockContext, 'isPauseDue'>,
): Effectful<Candidate[]> {
  const found = new Set<Candidate>()
  let rest = text.slice(0, searchedLength)
  let searched = 0
  const isNamed = new Set(namesIn(rest))

  const take = (candidate: Candidate, phrase: string) => {
    const words = phrase.trim().split(/\s+/)
    if (!words[0] || !namesIn(phrase).every((name) => isNamed.has(name)) || searched > maxSearched) return
    searched += rest.length
    const remaining = rest.replace(wholePhrase(words), taken)
    if (remaining === rest) return
    found.add(candidate)
    rest = remaining
  }

  const phrases = candidates
    .flatMap((candidate) =>
      [candidate.id, candidate.value ?? '', candidate.label].map((phrase, rank) => ({ candidate, phrase, rank })),
    )
    .toSorted((a, b) => b.phrase.length - a.phrase.length || a.rank - b.rank)
  for (const { candidate, phrase } of phrases) {
    if (context.isPauseDue) yield* pause()
    take(candidate, phrase)
  }
  for (const [index, candidate] of candidates.entries()) {
    if (context.isPauseDue) yield* pause()
    if (!found.has(candidate)) take(candidate, String(index + 1))
  }
  return candidates.filter((candidate) => found.has(candidate))
}

/** Runs of letters and digits: a text that contains a whole phrase contains each of its runs. */
const namesIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

/** Words in this order with any whitespace between them, not inside a longer word. */
function wholePhrase(words: string[]): RegExp {
  const phrase = words.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('\\s+')
  return new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])${phrase}(?![\\p{L}\\p{N}\\p{M}])`, 'giu')
}
