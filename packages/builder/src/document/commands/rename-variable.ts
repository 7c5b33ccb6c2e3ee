import { diff } from '@colloquy/flow/operations'
import type { Command } from '../draft.js'

/** Renames a variable, in every text that names it too; a name that is taken or empty changes nothing. */
export const renameVariable =
  (variableId: string, name: string): Command =>
  (draft) => {
    const { document } = draft
    const variable = document.variables.find(({ id }) => id === variableId)
    if (!variable || name.trim() === '' || document.variables.some((other) => other.name === name)) return
    const renamed = { ...document, groups: rename(document.groups, variable.name, name) as typeof document.groups }
    for (const operation of diff(document, renamed)) {
      if (operation.kind === 'set') draft.set(operation.path, operation.value)
    }
    draft.set(['variables', `#${variableId}`, 'name'], name)
  }

function rename(value: unknown, from: string, to: string): unknown {
  if (typeof value === 'string') return value.replaceAll(`{{${from}}}`, `{{${to}}}`)
  if (Array.isArray(value)) return value.map((element) => rename(element, from, to))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rename(inner, from, to)]))
}
