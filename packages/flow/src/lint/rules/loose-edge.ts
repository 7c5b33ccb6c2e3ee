import type { Rule } from '../rule.js'

export const looseEdge: Rule = {
  id: 'loose-edge',
  severity: 'info',
  summary: 'An edge begins nowhere: nothing leaves by it',
  *find({ flow, exits }) {
    const used = new Set(exits.map((exit) => exit.edgeId))
    for (const [e, edge] of flow.edges.entries()) {
      if (used.has(edge.id)) continue
      yield {
        location: { edgeId: edge.id, path: `edges.${e}` },
        message: 'Nothing leaves by this edge, so it does nothing: remove it, or connect what it should come from.',
      }
    }
  },
}
