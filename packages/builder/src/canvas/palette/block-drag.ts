import type { BlockType } from '@colloquy/flow'
import { findBlock } from '@colloquy/flow/operations'
import type { DragEvent } from 'react'
import { addGroup } from '../../document/commands/add-group.js'
import { insertOnEdge } from '../../document/commands/insert-on-edge.js'
import { moveBlock } from '../../document/commands/move-block.js'
import { newId } from '../../document/new-id.js'
import type { BotEditor } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'
import { addAt } from '../actions/add-actions.js'
import { freeGroupPosition } from '../layout/free-position.js'

const format = 'application/x-colloquy-block'

type Dragged = { type: BlockType } | { blockId: string; groupId: string }

/** The destination of a block: an index of a group, or a new group, which may be inserted into an edge. */
type DropPosition = { groupId: string; index: number } | { at: { x: number; y: number }; edgeId?: string }

export function startBlockDrag(event: DragEvent, dragged: Dragged): void {
  event.stopPropagation()
  event.dataTransfer.setData(format, JSON.stringify(dragged))
  event.dataTransfer.effectAllowed = 'move'
}

export const isBlockDrag = (event: DragEvent): boolean => event.dataTransfer.types.includes(format)

/** Adds a new block, or moves an existing one, to where it was dropped. */
export function dropBlock(editor: BotEditor, event: DragEvent, position: DropPosition): void {
  const dragged = JSON.parse(event.dataTransfer.getData(format)) as Dragged
  if ('type' in dragged) {
    addAt(editor, dragged.type, position)
    editor.view.set({ isFormWanted: true })
  }
  if ('blockId' in dragged) moveExisting(editor, dragged.blockId, position)
}

function moveExisting({ editing, view, select }: BotEditor, blockId: string, position: DropPosition): void {
  const found = findBlock(editing.document, blockId)
  if (!found) return
  editing.run(t('Move block'), (draft) => {
    const groupId = 'at' in position ? newId() : position.groupId
    if ('at' in position) {
      const at = freeGroupPosition(draft.document, [found.block], position.at)
      addGroup({ id: groupId, at })(draft)
    }
    const from = found.group.blocks.indexOf(found.block)
    const index = 'at' in position ? 0 : position.index
    const isBehind = found.group.id === groupId && from < index
    moveBlock(blockId, groupId, isBehind ? index - 1 : index)(draft)
    const isFree = 'at' in position && !draft.document.edges.some(({ from }) => from.blockId === blockId)
    if (isFree && position.edgeId) insertOnEdge(position.edgeId, groupId, [newId(), newId()])(draft)
  })
  select({ blockId })
  const nodeId = findBlock(editing.document, blockId)?.group.id
  if (nodeId !== undefined) view.set({ focus: { nodeId, blockId, isFollowed: true } })
}
