import type { Command } from '../draft.js'
import { removeEdge } from './disconnect.js'

/** Deletes groups and events with the edges that begin or end there. The start stays. */
export const deleteNodes =
  (ids: readonly string[]): Command =>
  (draft) => {
    const gone = new Set(ids)
    const { groups, events, edges } = draft.document
    const blocks = new Set(groups.filter(({ id }) => gone.has(id)).flatMap((it) => it.blocks.map(({ id }) => id)))
    const deleted = events.filter(({ id, type }) => gone.has(id) && type !== 'start')
    const eventIds = new Set(deleted.map(({ id }) => id))
    for (const { id, from, to } of edges) {
      const begins = from.eventId !== undefined ? eventIds.has(from.eventId) : blocks.has(from.blockId)
      if (begins || gone.has(to.groupId)) removeEdge(draft, id)
    }
    for (const { id } of groups) if (gone.has(id)) draft.remove(['groups'], id)
    for (const id of eventIds) draft.remove(['events'], id)
  }
