import { showToast } from '../../design/toasts.js'
import { paste, pasteBlock } from '../../document/commands/paste.js'
import { type Clip, clipOf, clipOfBlock } from '../../document/copy.js'
import { isNote } from '../../document/is-note.js'
import { newId } from '../../document/new-id.js'
import type { BotEditor } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'
import { behindChosen } from './add-actions.js'

/** Returns the selection as clipboard content: a block, or groups; undefined when there is nothing to copy. */
export function selectedClip({ editing, view }: BotEditor): Clip | undefined {
  const { blockId, nodeIds } = view.get()
  const clip = blockId === undefined ? clipOf(editing.document, nodeIds) : clipOfBlock(editing.document, blockId)
  return clip && clip.groups.length > 0 ? clip : undefined
}

export const confirmCopy = ({ isBlock, groups }: Clip): void =>
  showToast(
    isBlock
      ? t('Block copied')
      : groups.length === 1
        ? t('Group copied')
        : t('{count} groups copied', { count: groups.length }),
  )

/** Pastes the clip in a text of the clipboard, after checking that it has the shape of this version. */
export async function pasteText(editor: BotEditor, text: string, at: { x: number; y: number }): Promise<void> {
  const { readClip } = await import('../../document/read-clip.js')
  const read = readClip(text)
  if (read.ok) pasteClip(editor, read.clip, at)
  else
    showToast(t('Not pasted, because it does not fit this version: {reason} Copy it again.', { reason: read.reason }))
}

/** Pastes a block behind the selected one or at the end of the selected group; anything else, or without a selection, at a point. */
function pasteClip(editor: BotEditor, clip: Clip, at: { x: number; y: number }): void {
  const { editing, select } = editor
  const idsOf = () => ({
    groups: editing.document.groups.map(({ id }) => id),
    blocks: editing.document.groups.flatMap(({ blocks }) => blocks.map(({ id }) => id)),
  })
  const before = idsOf()
  const place = clip.isBlock ? behindChosen(editor) : undefined
  const home = place && editing.document.groups.find(({ id }) => id === place.groupId)
  const isInto = place !== undefined && home !== undefined && !isNote(home)
  editing.run(t('Paste'), isInto ? pasteBlock(clip, place.groupId, place.index, newId) : paste(clip, at, newId))
  const after = idsOf()
  const [blockId] = newIn(before.blocks, after.blocks)
  if (isInto && blockId !== undefined) select({ blockId })
  else select({ nodeIds: new Set(newIn(before.groups, after.groups)) })
}

function newIn(before: readonly string[], after: readonly string[]): string[] {
  const known = new Set(before)
  return after.filter((id) => !known.has(id))
}
