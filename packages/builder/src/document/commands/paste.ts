import type { Clip } from '../copy.js'
import { copyClip } from '../copy-clip.js'
import type { Command } from '../draft.js'
import { addBlock } from './add-block.js'
import { numberedGroupTitle, roundedPosition } from './add-group.js'
import type { FreePosition } from './free-position.js'

/** Puts copied groups on the canvas, moved so that the clip's corner is at `at`. Variables are found by name or come along. */
export const paste =
  (clip: Clip, at: FreePosition, newId: () => string): Command =>
  (draft) => {
    const { groups, edges, variables } = copyClip(clip, draft.document.variables, newId)
    const left = Math.min(...groups.map((group) => group.graphCoordinates.x))
    const top = Math.min(...groups.map((group) => group.graphCoordinates.y))
    for (const variable of variables) draft.insert(['variables'], variable as never)
    const count = draft.document.groups.length
    for (const [index, group] of groups.entries()) {
      const { x, y } = group.graphCoordinates
      const location = roundedPosition({ x: at.x + x - left, y: at.y + y - top })
      const title = group.title || numberedGroupTitle(count + index + 1)
      draft.insert(['groups'], { ...group, title, graphCoordinates: location } as never)
    }
    for (const edge of edges) draft.insert(['edges'], edge as never)
  }

/** Puts a copied block into a group, at an index. */
export const pasteBlock =
  (clip: Clip, groupId: string, index: number, newId: () => string): Command =>
  (draft) => {
    const { groups, variables } = copyClip(clip, draft.document.variables, newId)
    for (const variable of variables) draft.insert(['variables'], variable as never)
    for (const block of groups[0]?.blocks ?? []) addBlock(groupId, block, index)(draft)
  }
