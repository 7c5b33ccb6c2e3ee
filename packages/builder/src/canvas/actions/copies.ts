import type { BotDocument } from '@colloquy/flow/operations'
import { showToast } from '../../design/toasts.js'
import { duplicateBlock } from '../../document/commands/duplicate-block.js'
import { paste, pasteBlock } from '../../document/commands/paste.js'
import { type Clip, clipOf } from '../../document/copy.js'
import { isNote } from '../../document/is-note.js'
import { newId } from '../../document/new-id.js'
import type { BotEditor } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'
import { freePositionForAll, sizeOf } from '../layout/free-position.js'
import { behindChosen } from './add-actions.js'

export function duplicateChosen({ editing, view, select }: BotEditor): void {
  const { blockId, nodeIds } = view.get()
  if (blockId !== undefined) {
    editing.run(t('Duplicate block'), duplicateBlock(blockId, newId))
    return
  }
  const clip = clipOf(editing.document, nodeIds)
  if (clip.groups.length === 0) return
  const left = Math.min(...clip.groups.map((group) => group.graphCoordinates.x))
  const top = Math.min(...clip.groups.map((group) => group.graphCoordinates.y))
  const before = new Set(editing.document.groups.map(({ id }) => id))
  editing.run(t('Duplicate'), paste(clip, positionOf(editing.document, clip, { x: left + 40, y: top + 40 }), newId))
  select({ nodeIds: new Set(editing.document.groups.map(({ id }) => id).filter((id) => !before.has(id))) })
}

/** Places copies of groups where the originals were dragged to; the originals stay in place. */
export function copyTo(editor: BotEditor, positions: ReadonlyMap<string, { x: number; y: number }>): void {
  const clip = clipOf(editor.editing.document, new Set(positions.keys()))
  if (clip.groups.length === 0) return
  const at = clip.groups.map(({ id }) => positions.get(id)!)
  const corner = { x: Math.min(...at.map(({ x }) => x)), y: Math.min(...at.map(({ y }) => y)) }
  const before = new Set(editor.editing.document.groups.map(({ id }) => id))
  editor.editing.run(t('Duplicate'), paste(clip, positionOf(editor.editing.document, clip, corner), newId))
  editor.select({
    nodeIds: new Set(editor.editing.document.groups.map(({ id }) => id).filter((id) => !before.has(id))),
  })
}

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
  const position = clip.isBlock ? behindChosen(editor) : undefined
  const home = position && editing.document.groups.find(({ id }) => id === position.groupId)
  const isInto = position !== undefined && home !== undefined && !isNote(home)
  const command = isInto
    ? pasteBlock(clip, position.groupId, position.index, newId)
    : paste(clip, positionOf(editing.document, clip, at), newId)
  editing.run(t('Paste'), command)
  const after = idsOf()
  const [blockId] = newIn(before.blocks, after.blocks)
  if (isInto && blockId !== undefined) select({ blockId })
  else select({ nodeIds: new Set(newIn(before.groups, after.groups)) })
}

/** A place for the corner of copied groups: at a point, or beside what is there. */
const positionOf = (document: BotDocument, { groups }: Clip, at: { x: number; y: number }) =>
  freePositionForAll(
    document,
    groups.map((group) => ({ ...group.graphCoordinates, ...sizeOf(group) })),
    at,
  )

function newIn(before: readonly string[], after: readonly string[]): string[] {
  const known = new Set(before)
  return after.filter((id) => !known.has(id))
}
