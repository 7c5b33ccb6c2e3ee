import type { BlockContext } from '@colloquy/engine'

/** What a visitor has left so far, in order: answers by what they are called, then variables, which win over answers. */
export function recordedValues(
  answers: readonly { key: string; value: string }[],
  context: BlockContext,
): (readonly [name: string, value: string])[] {
  const values = new Map<string, string>()
  for (const { key, value } of answers) values.set(key, value)
  for (const { id, name } of context.program.variables) {
    const value = context.value(id)
    if (value === undefined || value === null) continue
    values.set(name, Array.isArray(value) ? value.map((item) => item ?? '').join(', ') : value)
  }
  return [...values].filter(([name, value]) => name !== '' && value !== '')
}
