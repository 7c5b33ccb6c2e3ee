import { documentOf } from '@colloquy/flow/operations'
import { Editing } from '../document/editing.js'
import { type BotEditor, newView, nothing } from '../editor/bot-editor.js'
import { nobodyPresent } from '../editor/presence/presence.js'
import type { Answer } from '../service/api.js'

/** Returns a read-only editor for a release, with a separate view of the canvas. */
export function releaseEditor(editor: BotEditor, release: Answer<'getRelease'>['release']): BotEditor {
  const { events, groups, edges, variables, theme, settings } = release
  const document = documentOf({ ...editor.bot, events, groups, edges, variables, theme, settings } as never)
  const view = newView({ isPaletteOpen: false, isOutlineOpen: false })
  const select: BotEditor['select'] = (selection) => view.set({ ...nothing, ...selection })
  return {
    ...editor,
    // Marks of people, comments and previews belong to the draft.
    can: (permission) => permission === 'bot.open',
    isReadOnly: true,
    editing: new Editing(document, 0, { isReadOnly: true }),
    presence: nobodyPresent,
    view,
    canvas: { viewport: undefined },
    select,
    openDetails: () => undefined,
    preview: () => undefined,
    closePreview: () => undefined,
    show({ nodeId, blockId }) {
      select(blockId === undefined ? { nodeIds: new Set([nodeId]) } : { blockId })
      view.set({ focus: { nodeId, blockId } })
    },
    close: () => undefined,
  }
}
