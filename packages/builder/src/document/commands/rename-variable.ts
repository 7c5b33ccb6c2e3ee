import { diff } from '@colloquy/flow/operations'
import type { Command } from '../draft.js'

/** A name that placeholders can contain: `{{name}}`. */
export const variableName = (text: string): string => text.replace(/[{}]/g, '').trim()

/**
 * Renames a variable, in every text that names it too; a name that is taken or empty changes nothing. A variable that stands for an attribute
 * of the contact keeps the name of the attribute.
 */
export const renameVariable =
  (variableId: string, text: string): Command =>
  (draft) => {
    const { document } = draft
    const name = variableName(text)
    const variable = document.variables.find(({ id }) => id === variableId)
    if (!variable || variable.attribute || name === '' || document.variables.some((other) => other.name === name))
      return
    const { events, groups, theme, settings } = document
    const renamed = {
      ...document,
      ...(rename({ events, groups, theme, settings }, variable.name, name) as typeof document),
    }
    for (const operation of diff(document, renamed)) {
      if (operation.kind === 'set') draft.set(operation.path, operation.value)
    }
    draft.set(['variables', `#${variableId}`, 'name'], name)
  }

function rename(value: unknown, from: string, to: string): unknown {
  // A function, because `$&` in a text stands for the match.
  if (typeof value === 'string') return value.replaceAll(`{{${from}}}`, () => `{{${to}}}`)
  if (Array.isArray(value)) return value.map((element) => rename(element, from, to))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rename(inner, from, to)]))
}
