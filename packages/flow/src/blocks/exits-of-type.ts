import type { ExitKind, InputExitKind } from '../exits.js'
import { actionOf } from '../integrations/registry.js'
import { definitionOf } from './registry.js'

/** Kinds of exits that a block can have, by its definition and the selected action. */
export const exitKindsOf = (type: string, action: unknown): readonly ExitKind[] =>
  definitionOf(type)?.exits ?? actionOf(type, action)?.exits ?? []

/** True if a block calls something that may fail. */
export const mayFail = (type: string, action: unknown): boolean => exitKindsOf(type, action).includes('failure')

/** Exits that an input can have. Those of an input that asks a model are for its calls. */
export function inputExitsOf(type: string): readonly InputExitKind[] {
  const definition = definitionOf(type)
  if (definition?.section !== 'input' || definition.exits) return []
  return [
    'no-answer',
    ...(definition.items ? (['anything-else'] as const) : []),
    ...(definition.takesAnyText ? [] : (['invalid'] as const)),
  ]
}

/** True if visitors can press a button of a block after the flow has continued. */
export const hasButtons = (type: string): boolean => inputExitsOf(type).includes('anything-else')

/** True if a block calls a language model. */
export function asksModel(block: { type: string; options?: unknown }): boolean {
  const { action } = (block.options ?? {}) as { action?: unknown }
  return definitionOf(block.type)?.asksModel ?? actionOf(block.type, action)?.asksModel ?? false
}
