import { fillScript } from '@colloquy/flow'
import type { CompiledFlow } from './compiled-flow.js'
import type { Frame, VariableValue } from './session.js'
import { mentionedNames, printValue } from './template.js'
import { guessType } from './variables.js'

/** A variable's value in a frame, or its default. */
export function valueIn(frame: Frame, compiledFlow: CompiledFlow, id: string): VariableValue | undefined {
  if (Object.hasOwn(frame.variables, id)) return frame.variables[id]
  return compiledFlow.variableById.get(id)?.value as VariableValue | undefined
}

/** The value of the variable with this name in a frame, whether the bot's own or passed on by a linked one. */
export function valueNamed(frame: Frame, compiledFlow: CompiledFlow, name: string): VariableValue | undefined {
  return variableNamed(frame, compiledFlow, name)?.value
}

/** The variable with this name in a frame. */
export function variableNamed(
  frame: Frame,
  compiledFlow: CompiledFlow,
  name: string,
): { id: string; name: string; value: VariableValue | undefined } | undefined {
  const own = compiledFlow.variableByName.get(name)
  if (own) return { id: own.id, name, value: valueIn(frame, compiledFlow, own.id) }
  return frame.inherited && byNameOf(frame.inherited).get(name)
}

type Inherited = NonNullable<Frame['inherited']>

/** A list of inherited values is replaced, never modified. */
const indexes = new WeakMap<Inherited, Map<string, Inherited[number]>>()

function byNameOf(inherited: Inherited): Map<string, Inherited[number]> {
  let index = indexes.get(inherited)
  if (!index) {
    index = new Map(inherited.toReversed().map((entry) => [entry.name, entry]))
    indexes.set(inherited, index)
  }
  return index
}

/** Code with values in its texts and ids of variables in the place of other placeholders, and the values of the variables that it mentions. */
export interface ScriptText {
  content: string
  args: { id: string; value: ReturnType<typeof guessType> }[]
}

/** Replaces the placeholders in quotes with their values, and the others with identifiers; those with unknown names are removed. */
export function scriptText(frame: Frame, compiledFlow: CompiledFlow, code: string): ScriptText {
  const variables = mentionedNames(code).flatMap((name) => variableNamed(frame, compiledFlow, name) ?? [])
  const idByName = new Map(variables.map(({ id, name }) => [name, id]))
  return {
    content: fillScript(code, (name) => printValue(variableNamed(frame, compiledFlow, name)?.value)).replace(
      /\{\{([^{}]+)\}\}/g,
      (_, name: string) => idByName.get(name) ?? '',
    ),
    args: variables.map(({ id, value }) => ({ id, value: guessType(value) })),
  }
}
