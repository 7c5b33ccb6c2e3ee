import { type BotDocument, diff, type Operation } from '@colloquy/flow/operations'
import type { BotChange, BotRow, NewOperationBatch } from '@colloquy/storage'
import { flowOf, settingsOf, themeOf } from '../stored-bots/flow-of.js'

/** The editable parts of a stored bot. */
export type DraftParts = Pick<BotRow, 'name' | 'icon' | 'flow' | 'theme' | 'settings'>

/** Returns the editable document of a stored bot. */
export function draftOf(row: DraftParts): BotDocument {
  const { events, groups, edges, variables } = flowOf(row)
  return {
    name: row.name,
    icon: row.icon,
    events,
    groups,
    edges,
    variables,
    theme: themeOf(row),
    settings: settingsOf(row),
  }
}

/** Returns the parts of the row that differ between two drafts. */
export function changeBetween(before: BotDocument, after: BotDocument): BotChange {
  const { events, groups, edges, variables } = after
  const isSameFlow =
    events === before.events && groups === before.groups && edges === before.edges && variables === before.variables
  return {
    ...(after.name !== before.name && { name: after.name }),
    ...(after.icon !== before.icon && { icon: after.icon }),
    ...(!isSameFlow && { flow: JSON.stringify({ events, groups, edges, variables }) }),
    ...(after.theme !== before.theme && { theme: JSON.stringify(after.theme) }),
    ...(after.settings !== before.settings && { settings: JSON.stringify(after.settings) }),
  }
}

/** Returns an update of the whole draft as operations for its subscribers; undefined if the draft stays the same. */
export function batchOf(id: string, userId: string, row: DraftParts, change: BotChange): NewOperationBatch | undefined {
  const { name = row.name, icon = row.icon, flow = row.flow, theme = row.theme, settings = row.settings } = change
  const operations = diff(draftOf(row), draftOf({ name, icon, flow, theme, settings }))
  return operations.length === 0
    ? undefined
    : { id, userId, operations: serializedOperations(operations), refusals: '[]' }
}

/** Characters. Subscribers reload the draft after a larger batch. */
const maxKept = 100_000

/** Returns operations as stored; null if they are too large. */
export function serializedOperations(operations: readonly Operation[]): string | null {
  const text = JSON.stringify(operations)
  return text.length > maxKept ? null : text
}
