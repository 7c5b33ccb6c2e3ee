import { isEditableId, maxIdLength } from '../../ids.js'
import type { Rule } from '../rule.js'

export const invalidId: Rule = {
  id: 'invalid-id',
  severity: 'warning',
  summary: 'The id of a group, block, edge, variable or event is empty or too long',
  *find({ flow, blocks }) {
    const parts = [
      ...flow.groups.map(({ id }, i) => ({ id, location: { groupId: id, path: `groups.${i}` } })),
      ...blocks.map(({ block, location }) => ({ id: block.id, location })),
      ...flow.edges.map(({ id }, i) => ({ id, location: { edgeId: id, path: `edges.${i}` } })),
      ...flow.events.map(({ id }, i) => ({ id, location: { eventId: id, path: `events.${i}` } })),
      ...flow.variables.map(({ id }, i) => ({ id, location: { variableId: id, path: `variables.${i}` } })),
    ]
    for (const { id, location } of parts) {
      if (!isEditableId(id))
        yield { location, message: `This id is empty or has more than ${maxIdLength} characters: give another id.` }
    }
  },
}
