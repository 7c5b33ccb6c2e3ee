import type { VariableValue } from '@colloquy/engine'

export function appended(value: VariableValue | undefined, item: string): (string | null)[] {
  if (value === undefined || value === null) return [item]
  return Array.isArray(value) ? [...value, item] : [value, item]
}

/** Removes the last or first element of a list; returns the rest and that element. A text counts as a list with one item. */
export function withoutEnd(value: VariableValue | undefined, end: 'Pop' | 'Shift') {
  if (value === undefined || value === null) return { rest: null, item: undefined }
  const rest = Array.isArray(value) ? [...value] : [value]
  const item = end === 'Pop' ? rest.pop() : rest.shift()
  return { rest, item }
}
