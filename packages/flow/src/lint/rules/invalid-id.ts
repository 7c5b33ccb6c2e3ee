import { isEditableId, mostIdLength } from '../../ids.js'
import type { Rule } from '../rule.js'

export const invalidId: Rule = {
  id: 'invalid-id',
  severity: 'warning',
  summary: 'The id of a group, block, edge, variable or event is empty or too long',
  *find({ flow, blocks }) {
    const parts = [
      ...flow.groups.map(({ id }, i) => ({ id, place: { groupId: id, path: `groups.${i}` } })),
      ...blocks.map(({ block, place }) => ({ id: block.id, place })),
      ...flow.edges.map(({ id }, i) => ({ id, place: { edgeId: id, path: `edges.${i}` } })),
      ...flow.events.map(({ id }, i) => ({ id, place: { eventId: id, path: `events.${i}` } })),
      ...flow.variables.map(({ id }, i) => ({ id, place: { variableId: id, path: `variables.${i}` } })),
    ]
    for (const { id, place } of parts) {
      if (!isEditableId(id))
        yield { place, message: `This id is empty or has more than ${mostIdLength} characters: give another id.` }
    }
  },
}
