import type { BlockContext } from '@colloquy/engine'

/** What a conversation has gathered, by name: when, every answer, and over them every variable that has a value. */
export function submittedAnswers(context: BlockContext): Record<string, string> {
  return { submittedAt: new Date(context.now).toISOString(), ...Object.fromEntries(recordedValues(context, ',')) }
}

/** What a visitor has left so far, in order: answers by what they are called, then variables, which win over answers. */
export function recordedValues(context: BlockContext, comma: string): [name: string, value: string][] {
  const values = new Map<string, string>()
  for (const { key, value } of context.answers) values.set(key, value)
  for (const { id, name } of context.program.variables) {
    const value = context.value(id)
    if (value === undefined || value === null) continue
    values.set(name, Array.isArray(value) ? value.map((item) => item ?? '').join(comma) : value)
  }
  return [...values].filter(([name, value]) => name !== '' && value !== '')
}
