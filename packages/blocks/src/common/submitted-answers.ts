import type { BlockContext } from '@colloquy/engine'

/** Values of a conversation by name: the time, every answer, and every variable that has a value. Variables override answers. */
export function submittedAnswers(context: BlockContext): Record<string, string> {
  return { submittedAt: new Date(context.now).toISOString(), ...Object.fromEntries(recordedValues(context, ',')) }
}

/** Values of a visitor so far, in order: answers by name, then variables, which override answers. */
export function recordedValues(context: BlockContext, comma: string): [name: string, value: string][] {
  const values = new Map<string, string>()
  for (const { key, value } of context.answers) values.set(key, value)
  for (const { id, name } of context.compiledFlow.variables) {
    const value = context.value(id)
    if (value === undefined || value === null) continue
    values.set(name, Array.isArray(value) ? value.map((item) => item ?? '').join(comma) : value)
  }
  return [...values].filter(([name, value]) => name !== '' && value !== '')
}
