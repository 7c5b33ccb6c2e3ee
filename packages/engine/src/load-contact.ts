import { storedOfAttribute } from '@colloquy/flow'
import { fillAttribute } from './assign.js'
import type { AttributeVariable } from './compiled-flow.js'
import { ContactAttributes } from './contact-attributes.js'
import { type Effectful, perform } from './effect.js'
import type { Frame } from './session.js'
import type { TurnState } from './turn-state.js'

/** True if one of the running bots has a variable for an attribute of the contact. Most have none. */
export function usesContact(state: TurnState): boolean {
  const { frames } = state.session
  if (frames.length === 1) return state.compiledFlow.attributes !== undefined
  return frames.some((frame) => state.compiledFlowOf(frame).attributes !== undefined)
}

/**
 * Reads the attributes for which the running bots have variables, and that this turn has not read yet. All variables for one attribute get
 * its value. A preview has no contact: its variables keep the values that they have.
 */
export function* loadContact(state: TurnState): Effectful<void> {
  state.contact ??= new ContactAttributes()
  const { contact, session } = state
  const running = session.frames.map((frame) => ({ frame, attributes: state.compiledFlowOf(frame).attributes ?? [] }))
  const keys = new Set(running.flatMap(({ attributes }) => attributes.map(({ attribute }) => attribute.key)))
  const asked = [...keys].filter((key) => !contact.has(key)).sort()
  if (session.mode === 'preview') noteHeld(contact, asked, running)
  else if (asked.length > 0) {
    const { values } = yield* perform({ kind: 'contact', attributes: asked })
    for (const key of asked) {
      const value = Object.hasOwn(values, key) ? values[key] : undefined
      contact.note(key, value === undefined || value === null ? null : storedOfAttribute(value))
    }
  }
  for (const { frame, attributes } of running)
    for (const variable of attributes) fillAttribute(state, frame, variable, contact.value(variable.attribute.key))
}

function noteHeld(
  contact: ContactAttributes,
  asked: readonly string[],
  running: readonly { frame: Frame; attributes: readonly AttributeVariable[] }[],
): void {
  for (const key of asked) {
    const held = running.flatMap(({ frame, attributes }) =>
      attributes.flatMap(({ id, attribute }) => {
        const value = attribute.key === key && Object.hasOwn(frame.variables, id) ? frame.variables[id] : undefined
        return value === undefined ? [] : [{ value }]
      }),
    )
    contact.note(key, held[0]?.value ?? null)
  }
}
