import type { Rule } from '../rule.js'

export const eventNotConnected: Rule = {
  id: 'event-not-connected',
  severity: 'info',
  summary: 'An event leads nowhere, so that it does nothing',
  *find({ flow, groupById, edgeById }) {
    for (const [e, event] of flow.events.entries()) {
      const edge = event.outgoingEdgeId === undefined ? undefined : edgeById.get(event.outgoingEdgeId)
      if (event.type === 'start' || (edge && groupById.has(edge.to.groupId))) continue
      yield {
        location: { eventId: event.id, path: `events.${e}` },
        message: 'This event leads nowhere and does nothing: connect it to a group, or remove it.',
      }
    }
  },
}
