import { findBlock } from '@colloquy/flow/operations'
import type { Command } from '../draft.js'

/** Moves an item within its block; its edge goes with it. */
export const moveItem =
  (blockId: string, itemId: string, index: number): Command =>
  (draft) => {
    const found = findBlock(draft.document, blockId)
    if (!found) return
    const list = ['groups', `#${found.group.id}`, 'blocks', `#${blockId}`, 'items']
    draft.move(list, itemId, list, index)
  }
