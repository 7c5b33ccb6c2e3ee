import type { BotDocument } from '@colloquy/flow/operations'
import { growthOf, maxGrowth } from '@colloquy/test-kit/growth'
import { expect, it } from 'vitest'
import { templates } from '../../templates/templates.js'
import { bigFlow } from '../../testing/big-flow.js'
import { createEdgeMaker, createNodeMaker } from '../graph.js'
import { type Box, touches } from '../layout/box.js'
import { BoxIndex, cornersOf, type Ends, type Route, Routes, routeOf } from './route-edges.js'

const nothing = { edgeIds: new Set<string>(), nodeIds: new Set<string>(), blockId: undefined }

/** Each edge of a document with its ends and the boxes of all groups. */
function edgesOf(document: BotDocument) {
  const nodes = createNodeMaker()(document, new Set(), new Map())
  const boxes = nodes.map(({ position, width = 0, height = 0 }): Box => ({ ...position, width, height }))
  const pointOf = (nodeId: string, handleId: string | null | undefined, of: 'source' | 'target') => {
    const node = nodes.find(({ id }) => id === nodeId)!
    const { x, y } = node.handles!.find(({ id, type }) => id === handleId && type === of)!
    return { x: node.position.x + x + (of === 'source' ? 12 : 0), y: node.position.y + y + 6 }
  }
  return createEdgeMaker()(document, nothing).map((edge) => ({
    label: edge.ariaLabel,
    start: pointOf(edge.source, edge.sourceHandle, 'source'),
    end: pointOf(edge.target, edge.targetHandle, 'target'),
    route: edge.data!.route,
    boxes,
  }))
}

/** True if a line of a route, other than the short ones at its ends, crosses a box. */
const crosses = (start: Point, end: Point, route: Route, boxes: readonly Box[]) => {
  const corners = cornersOf(start, end, route).slice(1, -1)
  return corners.slice(1).some(([x, y], index) => {
    const [px, py] = corners[index]!
    const line = { x: Math.min(x, px), y: Math.min(y, py), width: Math.abs(x - px) + 1, height: Math.abs(y - py) + 1 }
    return boxes.some((box) => touches(line, box))
  })
}
interface Point {
  x: number
  y: number
}

it('leads no edge of a template through a group', () => {
  const edges = templates.flatMap(({ name, bot }) =>
    edgesOf(bot as unknown as BotDocument).map((edge) => ({ name, ...edge })),
  )
  expect(edges.filter(({ route }) => route).length).toBeGreaterThan(5)
  const through = edges.filter(({ route, start, end, boxes }) => route && crosses(start, end, route, boxes))
  expect(through.map(({ name, label }) => `${name}: ${label}`)).toEqual([])
  const backwards = edges.filter(({ route, start, end }) => !route && end.x < start.x + 40)
  expect(backwards.map(({ name, label }) => `${name}: ${label}`)).toEqual([])
})

/** Groups with one text each, at the given positions; the block of `a` leads to `to`. */
const flowOf = (positions: Record<string, { x: number; y: number }>, to: string) =>
  ({
    events: [],
    groups: Object.entries(positions).map(([id, graphCoordinates]) => ({
      id,
      title: id,
      graphCoordinates,
      blocks: [{ id: `${id}-text`, type: 'text', content: {}, ...(id === 'a' && { outgoingEdgeId: 'e' }) }],
    })),
    edges: [{ id: 'e', from: { blockId: 'a-text' }, to: { groupId: to } }],
    variables: [],
  }) as unknown as BotDocument

it('leads an edge around a group that stands between its ends', () => {
  const [edge] = edgesOf(flowOf({ a: { x: 0, y: 0 }, b: { x: 400, y: 0 }, c: { x: 800, y: 0 } }, 'c'))
  expect(edge!.route).toBeDefined()
  expect(crosses(edge!.start, edge!.end, edge!.route!, edge!.boxes)).toBe(false)
})

it('leads an edge to a close neighbour straight through the gutter, without a detour above or below', () => {
  const [{ boxes } = { boxes: [] }] = edgesOf(flowOf({ a: { x: 0, y: 0 }, b: { x: 800, y: 0 } }, 'b'))
  const [edge] = edgesOf(flowOf({ a: { x: 0, y: 0 }, b: { x: boxes[0]!.width + 40, y: -60 } }, 'b'))
  const corners = cornersOf(edge!.start, edge!.end, edge!.route!)
  const heights = corners.map(([, y]) => y)
  expect([Math.min(...heights), Math.max(...heights)]).toEqual([edge!.end.y, edge!.start.y])
  expect(corners.map(([x]) => x).toSorted((one, other) => one - other)).toEqual(corners.map(([x]) => x))
})

it('finds the ways of a large flow in a time that grows with its size', async () => {
  const documents = new Map<number, BotDocument>()
  const documentOf = (groups: number) => {
    const document = documents.get(groups) ?? (bigFlow(groups, 4) as unknown as BotDocument)
    documents.set(groups, document)
    return document
  }
  const growth = await growthOf((groups) => createEdgeMaker()(documentOf(groups), nothing), 1600)
  expect(growth.factor, JSON.stringify(growth)).toBeLessThan(maxGrowth)
})

/** Ends of edges in a grid of boxes: from each box to the next but one, and back to the first of its row. */
function endsIn(boxes: ReadonlyMap<string, Box>): Ends[] {
  const all = [...boxes.values()]
  return all.flatMap((from, index) =>
    [all[index + 2], all[index - (index % 6)]].flatMap((to) => {
      if (!to || to === from) return []
      const start = { x: from.x + from.width + 6, y: from.y + 60 }
      return [{ start, end: { x: to.x, y: to.y + 22 }, from, to }]
    }),
  )
}

it('Routes returns the same routes after moves as a search from scratch', () => {
  const boxes = new Map<string, Box>()
  for (let index = 0; index < 36; index += 1) {
    const [column, row] = [index % 6, Math.floor(index / 6)]
    boxes.set(`g${index}`, { x: column * 380, y: row * 320, width: 280, height: 180 })
  }
  const routes = new Routes()
  const edges = endsIn(boxes).map(() => ({}))
  for (let step = 0; step < 60; step += 1) {
    // The moves go to all sides, and in the end over several rows.
    const id = `g${(step * 7) % 36}`
    const box = boxes.get(id)!
    boxes.set(id, { ...box, x: box.x + ((step * 53) % 400) - 200, y: box.y + ((step * 97) % 700) - 350 })
    const current = new Map(boxes)
    routes.update(current)
    const index = new BoxIndex([...current.values()])
    for (const [at, ends] of endsIn(current).entries())
      expect(routes.of(edges[at]!, ends, 0)).toEqual(routeOf(ends, index, 0))
  }
})

it('Routes keeps the route of an edge when a node moves far from it', () => {
  const boxes = new Map<string, Box>([
    ['a', { x: 0, y: 0, width: 280, height: 180 }],
    ['b', { x: 400, y: 0, width: 280, height: 180 }],
    ['c', { x: 800, y: 0, width: 280, height: 180 }],
    ['far', { x: 5000, y: 5000, width: 280, height: 180 }],
  ])
  const ends = { start: { x: 286, y: 60 }, end: { x: 800, y: 22 }, from: boxes.get('a')!, to: boxes.get('c')! }
  const routes = new Routes()
  const edge = {}
  routes.update(boxes)
  const route = routes.of(edge, ends, 0)
  expect(route).toBeDefined()
  routes.update(new Map([...boxes, ['far', { ...boxes.get('far')!, x: 5100 }]]))
  expect(routes.of(edge, ends, 0)).toBe(route)
})
