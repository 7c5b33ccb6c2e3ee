import type { BlockContext } from '@colloquy/engine'

/** Expanded options in which the named ones are converted to numbers; those that are not numeric are omitted. */
export function numericOptions<T extends object>(
  options: T | undefined,
  names: string[],
  context: BlockContext,
): T | undefined {
  if (!options) return undefined
  const shown = { ...context.expandDeep(options) } as Record<string, unknown>
  for (const name of names) {
    const number = toNumber(shown[name])
    if (number === undefined) delete shown[name]
    else shown[name] = number
  }
  return shown as T
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}
