import type { Log } from '@colloquy/chat'
import { type AttributeValue, readAttribute, storedOfAttribute } from '@colloquy/flow'
import type { VariableUpdate } from './block-runtime.js'
import type { AttributeVariable } from './compiled-flow.js'
import { charactersOf } from './condition.js'
import { ContactAttributes } from './contact-attributes.js'
import { measureAnswer } from './measure-answer.js'
import type { Frame, VariableValue } from './session.js'
import type { TurnState } from './turn-state.js'
import { toStoredValue } from './variables.js'

/** Maximum number of characters in the value of a variable: a loop that doubles a text must not exhaust the memory. */
const largestValue = 1_000_000

const tooLong = `the new one has more than ${largestValue} characters`
const noSpace = 'the conversation has no room for the new one'

/**
 * Sets variables of the top frame. If a block is given, logs about values that are too large name it; logs about attributes name the
 * `writer`.
 */
export function assign(
  state: TurnState,
  updates: readonly VariableUpdate[],
  block?: { id: string },
  writer = block,
): void {
  const { frame, compiledFlow } = state
  const seen = new Set<string>()
  for (const { id, value } of updates) {
    const variable = compiledFlow.variableById.get(id)
    if (seen.has(id) || !variable) continue
    seen.add(id)
    const attribute = variable.attribute && toAttribute(state, variable as AttributeVariable, value, writer)
    if (variable.attribute && !attribute) continue
    const stored = attribute ? storedOrNull(attribute.value) : toStoredValue(value)
    const length = charactersOf(stored)
    state.characters += length
    const excess =
      length > largestValue ? tooLong : state.size.takesVariable(frame.variables, id, stored) ? '' : noSpace
    if (excess !== '') {
      state.tellOnce('full-session', `The variable "${variable.name}" keeps its value: ${excess}.`, block)
      continue
    }
    if (variable.attribute && attribute) {
      changeAttribute(state, variable.attribute.key, attribute.value)
      continue
    }
    delete frame.variables[id]
    frame.variables[id] = stored
  }
}

/** The value that an attribute gets; undefined, with a log, if its type cannot hold it. */
function toAttribute(
  state: TurnState,
  { id, name, attribute }: AttributeVariable,
  value: unknown,
  block: { id: string } | undefined,
): { value: AttributeValue | null } | undefined {
  const read = readAttribute(attribute.type, toStoredValue(value), (text) => measureAnswer(state, id, text))
  if ('value' in read) return read
  const description = `The attribute "${name}" of the contact keeps its value: ${read.problem}.`
  const log: Log & { isPrivate: true } = { status: 'error', description, isPrivate: true }
  state.logOnce('wrong-attribute', { ...log, ...(block && { context: block.id }) }, block?.id)
  return undefined
}

/** Gives a written attribute to the contact, and to all variables of running bots that stand for it. */
function changeAttribute(state: TurnState, key: string, value: AttributeValue | null): void {
  state.contact ??= new ContactAttributes()
  state.contact.change(key, value)
  for (const frame of state.session.frames)
    for (const variable of state.compiledFlowOf(frame).attributes ?? [])
      if (variable.attribute.key === key) fillAttribute(state, frame, variable, storedOrNull(value))
}

/** Sets a variable of a running bot to the value of its attribute. Without a value the variable has its default. */
export function fillAttribute(
  state: TurnState,
  frame: Frame,
  { id, name }: AttributeVariable,
  value: VariableValue,
): void {
  if (value === null) {
    if (!Object.hasOwn(frame.variables, id)) return
    delete frame.variables[id]
    state.size.hasShrunk()
  } else if (state.size.takesVariable(frame.variables, id, value)) frame.variables[id] = value
  else state.tellOnce('full-session', `The variable "${name}" keeps its value: ${noSpace}.`, undefined)
}

function storedOrNull(value: AttributeValue | null): VariableValue {
  return value === null ? null : storedOfAttribute(value)
}
