import type { ExitKind } from '../exits.js'
import { actionOf } from '../integrations/registry.js'
import { definitionOf } from './registry.js'

/** Kinds of exits that a block can have, by its definition and the selected action. */
export const exitKindsOf = (type: string, action: unknown): readonly ExitKind[] =>
  definitionOf(type)?.exits ?? actionOf(type, action)?.exits ?? []

/** True if a block calls a language model. */
export function asksModel(block: { type: string; options?: unknown }): boolean {
  const { action } = (block.options ?? {}) as { action?: unknown }
  return definitionOf(block.type)?.asksModel ?? actionOf(block.type, action)?.asksModel ?? false
}
