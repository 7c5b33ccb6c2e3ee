import { edgesFrom, findBlock } from '@colloquy/flow/operations'
import type { Command } from '../draft.js'
import { deleteNodes } from './delete-nodes.js'
import { removeEdge } from './disconnect.js'

/** Deletes a block with its edges; edges that led to it lead to its group then. A group goes with its last block. */
export const deleteBlock =
  (blockId: string): Command =>
  (draft) => {
    const found = findBlock(draft.document, blockId)
    if (!found) return
    const { group } = found
    for (const edge of edgesFrom(draft.document, blockId)) removeEdge(draft, edge.id)
    if (group.blocks.length === 1) return deleteNodes([group.id])(draft)
    for (const { id, to } of draft.document.edges) {
      if (to.blockId === blockId) draft.set(['edges', `#${id}`, 'to'], { groupId: group.id })
    }
    draft.remove(['groups', `#${group.id}`, 'blocks'], blockId)
  }
