import type { Rule } from '../rule.js'

export const missingEdge: Rule = {
  id: 'missing-edge',
  severity: 'warning',
  summary: 'An exit names an edge that is not in the flow; the conversation ends there',
  *find({ exits, edgeById }) {
    for (const { edgeId, location } of exits) {
      if (edgeById.has(edgeId)) continue
      yield {
        location,
        message: `The exit from here is an edge that no longer exists ("${edgeId}"), so the conversation ends. Connect it again, or remove it.`,
        fix: { title: 'Remove the way out', edits: [{ path: `${location.path}.outgoingEdgeId` }] },
      }
    }
  },
}
