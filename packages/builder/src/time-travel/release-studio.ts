import { documentOf } from '@colloquy/flow/operations'
import { createStore } from '../design/store.js'
import { Editing } from '../document/editing.js'
import { nobodyPresent } from '../editor/presence/presence.js'
import { nothing, type Studio, type View } from '../editor/studio.js'
import type { Answer } from '../service/api.js'

/** Returns a read-only editor for a release, with a separate view of the canvas. */
export function releaseStudio(studio: Studio, release: Answer<'getRelease'>['release']): Studio {
  const { events, groups, edges, variables, theme, settings } = release
  const document = documentOf({ ...studio.bot, events, groups, edges, variables, theme, settings } as never)
  const view = createStore<View>({
    ...nothing,
    panel: undefined,
    isPreviewOpen: false,
    isPreviewWide: false,
    runningBlockId: undefined,
    startFrom: undefined,
    focus: undefined,
    isPaletteOpen: false,
    isPaletteAside: false,
    isOutlineOpen: false,
    isFormWanted: false,
    renamingId: undefined,
  })
  const select: Studio['select'] = (selection) => view.set({ ...nothing, ...selection })
  return {
    ...studio,
    // Marks of people, comments and previews belong to the draft.
    access: 'guest',
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
