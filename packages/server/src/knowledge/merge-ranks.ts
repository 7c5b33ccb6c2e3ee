interface Ranked {
  readonly id: string
  /** From 0 to 1. */
  readonly score: number
}

/** Reduces the weight of the first ranks against later ones; the usual constant. */
const smoothing = 60

/** Merges two lists, each best first, by reciprocal rank. Items in both lists get the better score. */
export function mergeRanks(first: readonly Ranked[], second: readonly Ranked[]): Ranked[] {
  const merged = new Map<string, { rank: number; score: number }>()
  for (const list of [first, second])
    for (const [position, { id, score }] of list.entries()) {
      const { rank, score: other } = merged.get(id) ?? { rank: 0, score: 0 }
      merged.set(id, { rank: rank + 1 / (smoothing + position + 1), score: Math.max(other, score) })
    }
  return [...merged]
    .sort(([a, one], [b, other]) => other.rank - one.rank || other.score - one.score || (a < b ? -1 : 1))
    .map(([id, { score }]) => ({ id, score }))
}
