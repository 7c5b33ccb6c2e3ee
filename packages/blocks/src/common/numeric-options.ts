import type { BlockContext } from '@colloquy/engine'
import { finiteNumber } from './finite-number.js'

/** Expanded options in which the named ones are converted to numbers; those that are not numeric are omitted. */
export function numericOptions<T extends object, Name extends string & keyof T>(
  options: T | undefined,
  names: readonly Name[],
  context: BlockContext,
): (Omit<T, Name> & { [N in Name]?: number }) | undefined {
  if (!options) return undefined
  const shown = { ...context.expandDeep(options) } as Record<string, unknown>
  for (const name of names) {
    const number = finiteNumber(shown[name])
    if (number === undefined) delete shown[name]
    else shown[name] = number
  }
  return shown as Omit<T, Name> & { [N in Name]?: number }
}
