import { type BlockContext, type Effectful, perform, type ScriptOutcome } from '@colloquy/engine'

/** Runs code that contains placeholders for variables. */
export function* runScript(
  code: string,
  mode: 'value' | 'full',
  context: BlockContext,
  extra: Record<string, unknown> = {},
): Effectful<ScriptOutcome> {
  const { content, args } = context.script(code)
  const variables = Object.fromEntries(args.map(({ id, value }) => [id, value]))
  return yield* perform({ kind: 'script', code: content, args: { ...variables, ...extra }, mode })
}

/** Converts an expression to a function body that returns it. */
export function asFunctionBody(code: string): string {
  return /\breturn\s/.test(code) ? code : `return ${code}`
}

/** Stores the variables that a script assigned, by name; unknown names are ignored. */
export function assignByName(assigned: readonly { name: string; value?: unknown }[], context: BlockContext): void {
  const updates = assigned.flatMap(({ name, value }) => {
    const id = context.compiledFlow.variableByName.get(name)?.id
    return id === undefined ? [] : [{ id, value }]
  })
  if (updates.length > 0) context.assign(updates)
}
