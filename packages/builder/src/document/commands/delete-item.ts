import { edgesFrom, findBlock } from '@colloquy/flow/operations'
import type { Command } from '../draft.js'
import { removeEdge } from './disconnect.js'

/** Deletes an item with the edges that leave by it. */
export const deleteItem =
  (blockId: string, itemId: string): Command =>
  (draft) => {
    const found = findBlock(draft.document, blockId)
    if (!found) return
    for (const { id, from } of edgesFrom(draft.document, blockId)) if (from.itemId === itemId) removeEdge(draft, id)
    draft.remove(['groups', `#${found.group.id}`, 'blocks', `#${blockId}`, 'items'], itemId)
  }
