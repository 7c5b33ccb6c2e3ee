import { leadingNumber } from '@colloquy/flow/readers'

/** Reads a number that may be stored as text, such as a size with a placeholder in it. */
export function finiteNumber(value: unknown): number | undefined {
  if (typeof value === 'string') return leadingNumber(value)
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
