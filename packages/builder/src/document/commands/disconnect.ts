import type { Edge } from '@colloquy/flow'
import type { Command, Draft } from '../draft.js'

/** Removes edges, and their ids from where they begin. */
export const disconnect =
  (edgeIds: readonly string[]): Command =>
  (draft) => {
    for (const id of edgeIds) removeEdge(draft, id)
  }

export function removeEdge(draft: Draft, edgeId: string): void {
  const edge = draft.valueAt(['edges', `#${edgeId}`]) as Edge | undefined
  if (!edge) return
  const path = draft.exitPath(edge.from)
  if (path && draft.valueAt(path) === edgeId) draft.set(path, undefined)
  draft.remove(['edges'], edgeId)
}
