import type { Rule } from '../rule.js'

export const startNotConnected: Rule = {
  id: 'start-not-connected',
  severity: 'error',
  summary: 'The start leads nowhere, so the bot never says anything',
  *find({ flow, groupById, edgeById }) {
    const e = flow.events.findIndex((event) => event.type === 'start')
    const start = flow.events[e]
    if (start === undefined) return
    const edge = start.outgoingEdgeId === undefined ? undefined : edgeById.get(start.outgoingEdgeId)
    if (edge && groupById.has(edge.to.groupId)) return
    yield {
      location: { eventId: start.id, path: `events.${e}` },
      message: 'The start leads nowhere, so this bot says nothing: connect it to the group that comes first.',
    }
  },
}
