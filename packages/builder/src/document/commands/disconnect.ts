import { exitPath, valueAt } from '@colloquy/flow/operations'
import type { Command, Draft } from '../draft.js'

/** Removes edges, and their ids from where they begin. */
export const disconnect =
  (edgeIds: readonly string[]): Command =>
  (draft) => {
    for (const id of edgeIds) removeEdge(draft, id)
  }

export function removeEdge(draft: Draft, edgeId: string): void {
  const edge = draft.document.edges.find(({ id }) => id === edgeId)
  if (!edge) return
  const path = exitPath(draft.document, edge.from)
  if (path && valueAt(draft.document, path) === edgeId) draft.set(path, undefined)
  draft.remove(['edges'], edgeId)
}
