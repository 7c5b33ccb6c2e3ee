import type { Command } from '../draft.js'
import { connect } from './connect.js'

/** Puts a group into an edge: the edge leads to it, and its last block leads to where the edge led. */
export const insertOnEdge =
  (edgeId: string, groupId: string, newEdgeIds: readonly [string, string]): Command =>
  (draft) => {
    const edge = draft.document.edges.find(({ id }) => id === edgeId)
    const group = draft.document.groups.find(({ id }) => id === groupId)
    const last = group?.blocks.at(-1)
    if (!edge || !last || edge.to.groupId === groupId) return
    connect(newEdgeIds[0], edge.from, { groupId })(draft)
    if (last.outgoingEdgeId === undefined) connect(newEdgeIds[1], { blockId: last.id }, edge.to)(draft)
  }
