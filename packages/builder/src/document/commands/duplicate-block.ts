import { findBlock } from '@colloquy/flow/operations'
import { copyBlock } from '../copy-clip.js'
import type { Command } from '../draft.js'

/** Puts a copy of a block right behind it, without its edges. */
export const duplicateBlock =
  (blockId: string, newId: () => string): Command =>
  (draft) => {
    const found = findBlock(draft.document, blockId)
    if (!found) return
    const { group, block } = found
    const index = group.blocks.indexOf(block) + 1
    draft.insert(['groups', `#${group.id}`, 'blocks'], copyBlock(block, newId) as never, index)
  }
