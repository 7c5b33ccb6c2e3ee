import { findBlock } from '@colloquy/flow/operations'
import type { Command } from '../draft.js'
import { deleteNodes } from './delete-nodes.js'
import { removeEdge } from './disconnect.js'

/**
 * Moves a block to an index of a group, its own or another; `index` counts without the block. A block that no longer stands
 * last gives up the edge that left by its own exit, and a group that it leaves empty goes.
 */
export const moveBlock =
  (blockId: string, toGroupId: string, index: number): Command =>
  (draft) => {
    const found = findBlock(draft.document, blockId)
    if (!found || !draft.document.groups.some(({ id }) => id === toGroupId)) return
    const from = found.group
    draft.move(['groups', `#${from.id}`, 'blocks'], blockId, ['groups', `#${toGroupId}`, 'blocks'], index)
    for (const { id, to } of draft.document.edges) {
      if (to.blockId === blockId) draft.set(['edges', `#${id}`, 'to'], { groupId: toGroupId, blockId })
    }
    for (const groupId of new Set([from.id, toGroupId])) {
      const blocks = draft.document.groups.find(({ id }) => id === groupId)?.blocks ?? []
      for (const block of blocks.slice(0, -1)) if (block.outgoingEdgeId) removeEdge(draft, block.outgoingEdgeId)
    }
    if (from.id !== toGroupId && from.blocks.length === 1) deleteNodes([from.id])(draft)
  }
