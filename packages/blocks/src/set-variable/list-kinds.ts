import type { VariableValue } from '@colloquy/engine'

export function appended(value: VariableValue | undefined, item: string): (string | null)[] {
  if (value === undefined || value === null) return [item]
  return Array.isArray(value) ? [...value, item] : [value, item]
}

/** The list without its last or first element, and that element. A text counts as a list of one. */
export function withoutEnd(value: VariableValue | undefined, end: 'Pop' | 'Shift') {
  if (value === undefined || value === null) return { rest: null, item: undefined }
  const rest = Array.isArray(value) ? [...value] : [value]
  const item = end === 'Pop' ? rest.pop() : rest.shift()
  return { rest, item }
}
