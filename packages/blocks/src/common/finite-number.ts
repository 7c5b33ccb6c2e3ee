/** Reads a number that may be stored as text, such as a size with a placeholder in it. */
export function finiteNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number.parseFloat(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
