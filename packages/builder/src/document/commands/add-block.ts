import type { Block } from '@colloquy/flow'
import type { Command } from '../draft.js'

/** Puts a block into a group, at an index or at its end. */
export const addBlock =
  (groupId: string, block: Block, index?: number): Command =>
  (draft) =>
    draft.insert(['groups', `#${groupId}`, 'blocks'], block as never, index)
