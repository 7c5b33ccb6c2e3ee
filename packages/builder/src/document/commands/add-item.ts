import { findBlock, type Item } from '@colloquy/flow/operations'
import type { Command } from '../draft.js'

/** Puts an item into a block, at an index or at its end. */
export const addItem =
  (blockId: string, item: Item, index?: number): Command =>
  (draft) => {
    const found = findBlock(draft.document, blockId)
    if (found) draft.insert(['groups', `#${found.group.id}`, 'blocks', `#${blockId}`, 'items'], item, index)
  }
