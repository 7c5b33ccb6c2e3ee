import { type Flow, flowSchema } from '../flow-schema.js'

const at = { x: 0, y: 0 }

type Part = Record<string, unknown>

/**
 * A compact notation for a flow: groups by id with their blocks, edges as id -> 'group' or 'group/block'. Blocks without an id get one from
 * their position (`a0`, `a1`). The start leaves by the edge `start`, which leads to the first group by default.
 */
export const smallFlow = (
  groups: Record<string, Part[]>,
  rest: { edges?: Record<string, string>; events?: Part[]; variables?: Part[] } = {},
): Flow => {
  const [first = ''] = Object.keys(groups)
  return flowSchema.parse({
    events: [
      { id: 'start', type: 'start', graphCoordinates: at, outgoingEdgeId: 'start' },
      ...(rest.events ?? []).map((event) => ({ graphCoordinates: at, ...event })),
    ],
    groups: Object.entries(groups).map(([id, blocks]) => ({
      id,
      title: id.toUpperCase(),
      graphCoordinates: at,
      blocks: blocks.map((block, index) => ({ id: `${id}${index}`, ...block })),
    })),
    edges: Object.entries({ start: first, ...rest.edges }).map(([id, to]) => {
      const [groupId, blockId] = to.split('/')
      return { id, from: { eventId: 'start' }, to: { groupId, ...(blockId !== undefined && { blockId }) } }
    }),
    variables: rest.variables ?? [],
  })
}

/** A text bubble. */
export const say = (text: string, rest: Part = {}): Part => ({
  type: 'text',
  content: { richText: [{ type: 'p', children: [{ text }] }] },
  ...rest,
})
