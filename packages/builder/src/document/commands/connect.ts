import type { Edge, Group } from '@colloquy/flow'
import type { Exit } from '@colloquy/flow/operations'
import type { Command } from '../draft.js'
import { removeEdge } from './disconnect.js'

/** Connects an exit to a group, or to a block of it; replaces the previous edge of the exit. */
export const connect =
  (id: string, from: Exit, to: Edge['to']): Command =>
  (draft) => {
    const path = draft.exitPath(from)
    const group = draft.valueAt(['groups', `#${to.groupId}`]) as Group | undefined
    if (!path || !group) return
    // An edge to the first block becomes one to the group, so that it follows when another block is put before it.
    const target = group.blocks[0]?.id === to.blockId ? { groupId: to.groupId } : to
    const old = draft.valueAt(path)
    if (typeof old === 'string') removeEdge(draft, old)
    draft.insert(['edges'], { id, from, to: target } as never)
    draft.set(path, id)
  }
