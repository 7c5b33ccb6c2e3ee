import { itemsOf } from '../../items.js'
import type { Location } from '../problem.js'
import type { Finding, Rule } from '../rule.js'

export const duplicateId: Rule = {
  id: 'duplicate-id',
  severity: 'warning',
  summary:
    'Two groups, blocks, edges, variables or events, or two items of one block, have the same id; the first counts',
  *find({ flow, blocks }) {
    yield* repeated(
      'group',
      flow.groups.map(({ id }, i) => ({ id, location: { groupId: id, path: `groups.${i}` } })),
    )
    yield* repeated(
      'block',
      blocks.map(({ block, location }) => ({ id: block.id, location })),
    )
    yield* repeated(
      'edge',
      flow.edges.map(({ id }, i) => ({ id, location: { edgeId: id, path: `edges.${i}` } })),
    )
    yield* repeated(
      'event',
      flow.events.map(({ id }, i) => ({ id, location: { eventId: id, path: `events.${i}` } })),
    )
    yield* repeated(
      'variable',
      flow.variables.map(({ id }, i) => ({ id, location: { variableId: id, path: `variables.${i}` } })),
    )
    for (const { block, location } of blocks) {
      const items = itemsOf(block)
      yield* repeated(
        'item',
        items.map(({ id }, i) => ({ id, location: { ...location, itemId: id, path: `${location.path}.items.${i}` } })),
      )
    }
  },
}

function* repeated(what: string, parts: readonly { id: string; location: Location }[]): Generator<Finding> {
  const seen = new Set<string>()
  for (const { id, location } of parts) {
    if (seen.has(id))
      yield {
        location,
        message: `An earlier ${what} has the id "${id}" too, and only that one counts: give this one another id.`,
      }
    seen.add(id)
  }
}
