/** The figure in the middle; of an even number of them, what lies halfway between the two. */
export function median(measurements) {
  const sorted = measurements.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
