import { findBlock } from '@colloquy/flow/operations'
import type { Command } from '../draft.js'

/** Makes a block of the one with its id: field by field, so that what others change in it meanwhile is merged. */
export const replaceBlock =
  (block: { readonly id: string }): Command =>
  (draft) => {
    const found = findBlock(draft.document, block.id)
    if (!found) return
    const path = ['groups', `#${found.group.id}`, 'blocks', `#${block.id}`]
    for (const key of Object.keys({ ...found.block, ...block }))
      draft.set([...path, key], (block as Readonly<Record<string, unknown>>)[key])
  }
