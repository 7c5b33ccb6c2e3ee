import { type BlockExit, blockExits } from '@colloquy/flow/blocks'
import { edgesFrom, findBlock } from '@colloquy/flow/operations'
import type { Command } from '../draft.js'
import { removeEdge } from './disconnect.js'

/** Adds another exit for errors to a block. */
export const addExit =
  (blockId: string, exit: BlockExit): Command =>
  (draft) => {
    const found = findBlock(draft.document, blockId)
    if (!found) return
    const list = ['groups', `#${found.group.id}`, 'blocks', `#${blockId}`, 'exits']
    if (blockExits(found.block).length === 0) draft.set(list, [exit])
    else draft.insert(list, { ...exit })
  }

/** Removes an exit with its edges; the list is removed with its last exit. */
export const deleteExit =
  (blockId: string, exitId: string): Command =>
  (draft) => {
    const found = findBlock(draft.document, blockId)
    if (!found) return
    for (const { id, from } of edgesFrom(draft.document, blockId)) if (from.itemId === exitId) removeEdge(draft, id)
    const list = ['groups', `#${found.group.id}`, 'blocks', `#${blockId}`, 'exits']
    const isLast = blockExits(found.block).every(({ id }) => id === exitId)
    if (isLast) draft.set(list, undefined)
    else draft.remove(list, exitId)
  }
