import type { Variable } from '@colloquy/flow'

type Named = Pick<Variable, 'id' | 'name'>

/**
 * Returns whether a part of a document uses a variable: by its id in a field, or by its name in a text or in code. Reads the part once, for
 * any number of variables.
 */
export function variableFinder(part: unknown): (variable: Named) => boolean {
  const texts = new Set<string>()
  const names = new Set<string>()
  const read = (value: unknown): void => {
    if (typeof value === 'string') {
      texts.add(value)
      for (const [, name] of value.matchAll(/\{\{([^{}]*)\}\}/g)) names.add(name!)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        if (!Array.isArray(value)) texts.add(key)
        read(inner)
      }
    }
  }
  read(part)
  return ({ id, name }) => texts.has(id) || names.has(name)
}
