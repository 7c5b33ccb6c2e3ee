import { type BotDocument, documentOf, findBlock } from '@colloquy/flow/operations'
import type { BotPermission } from '@colloquy/permissions'
import type { Viewport } from '@xyflow/react'
import { createContext, useContext, useSyncExternalStore } from 'react'
import { createStore, type Store } from '../design/store.js'
import { Editing, type EditingState } from '../document/editing.js'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import type { Bot } from '../service/bots.js'
import { openJournal } from './journal.js'
import { type KeptEdits, openKeptEdits } from './kept-edits.js'
import { nobodyPresent, openPresence, type Presence } from './presence/presence.js'
import type { StartFrom } from './run-state.js'
import { Saving } from './saving.js'

/** Selection on the canvas: whole nodes and edges, or one block in a group. */
export interface Selection {
  nodeIds: ReadonlySet<string>
  edgeIds: ReadonlySet<string>
  blockId: string | undefined
}

export type Panel = 'details' | 'comments' | 'variables' | 'problems' | 'tests'

export interface View extends Selection {
  panel: Panel | undefined
  /** The chat with the draft is open. It sits beside any panel: editing does not end it. */
  isPreviewOpen: boolean
  /** The preview has the width of a desktop page instead of a phone. */
  isPreviewWide: boolean
  /** The block at which the preview waits. */
  runningBlockId: string | undefined
  /** Blocks that failed in the preview. */
  failedBlockIds: ReadonlySet<string>
  /** Starting point of the preview; the start of the flow by default. */
  startFrom: StartFrom | undefined
  /** A node, or a block in it, to center on the canvas once. With `isFollowed` the canvas moves only as far as needed. */
  focus: { nodeId: string; blockId?: string | undefined; isFollowed?: boolean } | undefined
  isPaletteOpen: boolean
  /** The palette is hidden to make space for the preview, and comes back when that is closed. */
  isPaletteAside: boolean
  isOutlineOpen: boolean
  /** The form of the selection takes the focus as soon as it is rendered. */
  isFormWanted: boolean
  /** The block whose form opens the dialog for a new account as soon as it is rendered. */
  accountWantedBy: string | undefined
  /** The chat of the preview takes the focus as soon as it is there. */
  isChatWanted: boolean
  /** The group whose title is being edited. */
  renamingId: string | undefined
}

/** Everything that the pages of one bot share. */
export interface BotEditor {
  bot: Bot
  /** The response with which the bot was opened. */
  opened: Answer<'getBot'>
  /**
   * True if the service lets the user do this with the bot: a page or a button asks for the permission that its endpoint needs. Somebody
   * with `bot.open` alone, such as anyone who knows the address of a public draft, sees only that draft.
   */
  can(permission: BotPermission): boolean
  /** True if nothing can be changed. */
  isReadOnly: boolean
  editing: Editing
  saving: Saving
  /** Edits on this device that are not part of the document. */
  keptEdits: KeptEdits
  presence: Presence
  view: Store<View>
  /** Last position of the canvas, kept while other pages of the bot are open. */
  canvas: { viewport: Viewport | undefined }
  /** Selects without opening anything; an open Details panel shows the new selection. */
  select(selection: Partial<Selection>): void
  /** Opens the Details panel for the selected block or node, and moves the canvas so that the panel does not hide it. */
  openDetails(): void
  /** Opens the preview, from the given place or from the start. Its chat takes the focus. */
  preview(startFrom?: StartFrom): void
  closePreview(): void
  /** Selects a group or a block, opens its details, and centers it on the canvas. */
  show(location: { nodeId: string; blockId?: string }): void
  close(): void
}

/** True if panels cover the canvas, as on a phone. */
export const isNarrow = (): boolean => matchMedia('(max-width: 720px)').matches

/** True if the preview fits beside another panel. */
export const isWide = (): boolean => matchMedia('(min-width: 1500px)').matches

export const nothing: Selection = { nodeIds: new Set(), edgeIds: new Set(), blockId: undefined }

/** A view with nothing selected and all panels closed, apart from those given. */
export const newView = (open: Pick<View, 'isPaletteOpen' | 'isOutlineOpen'>) =>
  createStore<View>({
    ...nothing,
    panel: undefined,
    isPreviewOpen: false,
    isPreviewWide: false,
    runningBlockId: undefined,
    failedBlockIds: new Set(),
    startFrom: undefined,
    focus: undefined,
    isPaletteAside: false,
    isFormWanted: false,
    accountWantedBy: undefined,
    isChatWanted: false,
    renamingId: undefined,
    ...open,
  })

/** Opens a bot for editing, including edits that earlier visits left on this device; or read-only, if the user may only view it. */
export async function openBotEditor(botId: string, userId: string | undefined): Promise<BotEditor> {
  const [opened, journal] = await Promise.all([api.getBot({ botId }), openJournal(botId, userId ?? '')])
  const { bot, revision } = opened
  const can = (permission: BotPermission) => opened.permissions.includes(permission)
  const isReadOnly = !can('bot.edit')
  const editing = new Editing(documentOf(bot as never), revision, { isReadOnly })
  const left = await journal.leftBehind().catch(() => ({ own: [], others: [] }))
  editing.restore(left.own)
  const keptEdits = openKeptEdits(isReadOnly ? left : { own: [], others: left.others }, editing, journal)
  const view = newView({ isPaletteOpen: !isNarrow() && !isReadOnly, isOutlineOpen: isNarrow() })
  const select = (selection: Partial<Selection>) => {
    view.set({ ...nothing, isChatWanted: false, ...selection })
  }
  const saving = new Saving(bot, editing, isReadOnly ? undefined : journal)
  const presence = !can('bot.follow') ? nobodyPresent : openPresence(bot.id, editing, saving, view)
  return {
    bot,
    opened,
    can,
    isReadOnly,
    editing,
    saving,
    keptEdits,
    presence,
    view,
    canvas: { viewport: undefined },
    select,
    openDetails() {
      const { blockId, nodeIds } = view.get()
      const home = blockId === undefined ? undefined : findBlock(editing.document, blockId)?.group.id
      const [nodeId] = home === undefined ? nodeIds : [home]
      if (nodeId === undefined || nodeIds.size > 1) return
      view.set({ panel: 'details', focus: { nodeId, blockId, isFollowed: true } })
    },
    preview(startFrom) {
      if (!can('bot.preview')) return
      const isTight = window.innerWidth < 1200
      view.set({
        isPreviewOpen: true,
        isChatWanted: true,
        startFrom,
        ...(isTight && view.get().isPaletteOpen && { isPaletteOpen: false, isPaletteAside: true }),
        ...(!isWide() && { panel: undefined }),
      })
    },
    closePreview() {
      const { isPaletteAside, isPaletteOpen } = view.get()
      view.set({ isPreviewOpen: false, isPaletteOpen: isPaletteOpen || isPaletteAside, isPaletteAside: false })
    },
    show({ nodeId, blockId }) {
      select(blockId === undefined ? { nodeIds: new Set([nodeId]) } : { blockId })
      view.set({ panel: 'details', focus: { nodeId, blockId } })
    },
    close() {
      presence.close()
      saving.close()
    },
  }
}

export const BotEditorContext = createContext<BotEditor | undefined>(undefined)

export function useBotEditor(): BotEditor {
  const editor = useContext(BotEditorContext)
  if (!editor) throw new Error(t('This part of the page needs an open bot around it.'))
  return editor
}

/** A part of the document. `select` has to return the same object until that part changes. */
export const useDocument = <S,>(select: (document: BotDocument) => S): S => {
  const { editing } = useBotEditor()
  return useSyncExternalStore(editing.subscribe, () => select(editing.document))
}

export const useEditingState = <S,>(select: (state: EditingState) => S): S => {
  const { editing } = useBotEditor()
  return useSyncExternalStore(editing.subscribe, () => select(editing.state))
}

export const useView = <S,>(select: (view: View) => S): S => {
  const { view } = useBotEditor()
  return useSyncExternalStore(view.subscribe, () => select(view.get()))
}
