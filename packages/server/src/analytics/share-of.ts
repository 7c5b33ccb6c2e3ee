/**
 * Returns the seconds within which this share of the answers arrived (0.5 for the median). `times` is ascending by seconds and not empty.
 */
export function shareOf(times: readonly { seconds: number; answers: number }[], share: number): number {
  const wanted = share * times.reduce((sum, { answers }) => sum + answers, 0)
  let counted = 0
  for (const { seconds, answers } of times) {
    counted += answers
    if (counted >= wanted) return seconds
  }
  return times.at(-1)?.seconds ?? 0
}
