/** A passage with the words that it is found by. */
interface Indexed {
  readonly id: string
  /** Separated by blanks. */
  readonly words: string
}

/** Constants of BM25 as in most search engines. */
const saturation = 1.2
const lengthShare = 0.75

/**
 * Ranks passages by how well they match the words of a question: Okapi BM25, with frequencies counted in the given passages, so that every
 * database leads to the same order. Linear in their length.
 *
 * Scores are from 0 to 1, so that a threshold means the same for every question: 1 is for a passage of average length with every word, and
 * words that no passage contains count as the rarest ones.
 */
export function rankPassages<Passage extends Indexed>(
  passages: readonly Passage[],
  wanted: readonly string[],
): { passage: Passage; score: number }[] {
  const terms = [...new Set(wanted)]
  const counted = passages.map((passage) => ({ passage, ...countTerms(passage, new Set(terms)) }))
  const meanLength = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, counted.length)
  const weights = new Map(
    terms.map((term) => {
      const having = counted.filter(({ counts }) => counts.has(term)).length
      return [term, Math.log(1 + (counted.length - having + 0.5) / (having + 0.5))]
    }),
  )
  const whole = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  const scored = counted.map(({ passage, counts, length }) => {
    let score = 0
    for (const [term, count] of counts) {
      const reach = count + saturation * (1 - lengthShare + (lengthShare * length) / meanLength)
      score += (weights.get(term)! * count * (saturation + 1)) / reach
    }
    return { passage, sum: score, score: Math.min(1, score / whole) }
  })
  return scored
    .sort((a, b) => b.sum - a.sum || (a.passage.id < b.passage.id ? -1 : 1))
    .map(({ passage, score }) => ({ passage, score }))
}

function countTerms({ words }: Indexed, terms: ReadonlySet<string>): { counts: Map<string, number>; length: number } {
  const counts = new Map<string, number>()
  const all = words.split(' ')
  for (const word of all) if (terms.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { counts, length: all.length }
}
