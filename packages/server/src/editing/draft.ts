import { type BotDocument, diff, type Operation } from '@colloquy/flow/operations'
import type { BotChange, BotRow, NewOperationBatch } from '@colloquy/storage'
import { flowOf, settingsOf, themeOf } from '../bots/flow-of.js'

/** The parts of a stored bot that people edit. */
export type DraftParts = Pick<BotRow, 'name' | 'icon' | 'flow' | 'theme' | 'settings'>

/** What is edited of a stored bot. */
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

/** The row's parts that differ between two drafts. */
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

/** What an update of the whole is for those who follow operations; nothing when the draft stays as it is. */
export function batchOf(id: string, userId: string, row: DraftParts, change: BotChange): NewOperationBatch | undefined {
  const { name = row.name, icon = row.icon, flow = row.flow, theme = row.theme, settings = row.settings } = change
  const operations = diff(draftOf(row), draftOf({ name, icon, flow, theme, settings }))
  return operations.length === 0 ? undefined : { id, userId, operations: kept(operations), refusals: '[]' }
}

/** More than this, in characters, is read anew by those who follow. */
const mostKept = 100_000

/** Operations as they are stored. */
export function kept(operations: readonly Operation[]): string | null {
  const text = JSON.stringify(operations)
  return text.length > mostKept ? null : text
}
