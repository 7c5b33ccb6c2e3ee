import type { Ids } from './populated-workspace.js'

/** A flow of many groups in a row: texts with variables, an input with a condition, and the edges between them. */
export function largeFlow(groups: number) {
  const indexes = Array.from({ length: groups }, (_, index) => index)
  return {
    version: '6',
    name: 'Large',
    theme: {},
    settings: {},
    variables: indexes.map((index) => ({ id: `v${index}`, name: `Name ${index}` })),
    events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
    groups: indexes.map((index) => ({
      id: `g${index}`,
      title: `Group ${index}`,
      graphCoordinates: { x: index, y: 0 },
      blocks: [
        {
          id: `t${index}`,
          type: 'text',
          content: { richText: [{ type: 'p', children: [{ text: `Hello {{Name ${index}}}` }] }] },
        },
        {
          id: `c${index}`,
          type: 'choice input',
          items: [{ id: `i${index}`, content: 'Go', outgoingEdgeId: `e${index}` }],
          options: { variableId: `v${index}` },
        },
      ],
    })),
    edges: [
      { id: 'e', from: { eventId: 'start' }, to: { groupId: 'g0' } },
      ...indexes.map((index) => ({
        id: `e${index}`,
        from: { blockId: `c${index}`, itemId: `i${index}` },
        to: { groupId: `g${(index + 1) % groups}` },
      })),
    ],
  }
}

/** Returns a body with all texts lengthened except ids, and an additional list that no schema declares. */
export function lengthened(body: unknown, ids: Ids, size: number): unknown {
  const known = new Set<unknown>(Object.values(ids))
  const lengthen = (value: unknown): unknown => {
    if (typeof value === 'string') return known.has(value) ? value : value.padEnd(size, 'x')
    if (Array.isArray(value)) return value.map(lengthen)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, lengthen(item)]))
  }
  return { ...(lengthen(body ?? {}) as object), unasked: Array(Math.ceil(size / 8)).fill('x') }
}
