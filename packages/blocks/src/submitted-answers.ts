import type { BlockContext, VariableValue } from '@colloquy/engine'

/** What a conversation has gathered, by name: when, every answer, and over them every variable that has a value. */
export function submittedAnswers(context: BlockContext): Record<string, string> {
  const answers = context.answers.map(({ key, value }): [string, string] => [key, value])
  const variables = context.program.variables.map((variable): [string, VariableValue | undefined] => [
    variable.name,
    context.value(variable.id),
  ])
  const values = [...answers, ...variables].flatMap(([key, value]): [string, string][] =>
    key === '' || value === undefined || value === null
      ? []
      : [[key, Array.isArray(value) ? value.map((item) => item ?? '').join(',') : value]],
  )
  return { submittedAt: new Date(context.now).toISOString(), ...Object.fromEntries(values) }
}
