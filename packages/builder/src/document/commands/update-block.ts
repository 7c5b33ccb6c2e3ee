import { findBlock, type Path } from '@colloquy/flow/operations'
import type { Command } from '../draft.js'

/** Puts a value at a path inside a block, such as `['options', 'labels', 'button']`. */
export const updateBlock =
  (blockId: string, path: Path, value: unknown): Command =>
  (draft) => {
    const found = findBlock(draft.document, blockId)
    if (found) draft.set(['groups', `#${found.group.id}`, 'blocks', `#${blockId}`, ...path], value)
  }
