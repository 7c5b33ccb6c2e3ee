import { edgesFrom, findBlock, itemsOf } from '@colloquy/flow/operations'
import type { Command } from '../draft.js'
import { removeEdge } from './disconnect.js'

/** Deletes a button of a card with the edge that leaves by it. */
export const deletePath =
  (blockId: string, itemId: string, pathId: string): Command =>
  (draft) => {
    const found = findBlock(draft.document, blockId)
    const item = found && itemsOf(found.block).find(({ id }) => id === itemId)
    if (!item) return
    for (const { id, from } of edgesFrom(draft.document, blockId)) if (from.pathId === pathId) removeEdge(draft, id)
    const list = ['groups', `#${found.group.id}`, 'blocks', `#${blockId}`, 'items', `#${itemId}`, 'paths']
    draft.remove(list, pathId)
  }
