import { type Box, touches } from '../layout/box.js'

/** Points where an edge starts and ends. `from` is the box of its source node, `to` that of its target node. */
export interface Ends {
  start: { x: number; y: number }
  end: { x: number; y: number }
  from: Box
  to: Box
}

/**
 * A route around nodes: right by `out` pixels, up or down to the height `y`, across, up or down again, and into its target from `into`
 * pixels before it.
 */
export interface Route {
  y: number
  out: number
  into: number
}

/** Minimum distance between a line and a node, in pixels. */
const gap = 20
/** Minimum distance that a curve needs between its two nodes, in pixels. */
const curveRoom = 48
/** Smallest gap between two neighbors that an edge fits into, in pixels. */
const minGutter = 16
/** Maximum number of nodes examined to find a route: the cost of an edge does not depend on the size of the flow. */
const maxObstacles = 24

/**
 * Finds a route for an edge; undefined if a curve from its start to its end crosses no node. `shift` moves the vertical lines by a few
 * pixels, so that several edges of a node can be distinguished.
 */
export function routeOf({ start, end, from, to }: Ends, boxes: BoxIndex, shift = 0): Route | undefined {
  const isForward = end.x >= from.x + from.width + curveRoom
  const own = (box: Box) => box === from || box === to
  if (isForward && !boxes.in(boundsOf(start, end)).some((box) => !own(box) && curveMeets(start, end, box))) {
    return undefined
  }
  const between = (start.y + end.y) / 2
  const gutter = end.x - from.x - from.width
  if (!isForward && gutter >= minGutter) {
    // One vertical line in the middle of the gap.
    const out = from.x + from.width - start.x + gutter / 2 + Math.max(-gutter / 4, Math.min(gutter / 4, shift))
    const direct = { y: between, out, into: end.x - start.x - out }
    const lines = linesOf(start, end, direct)
    if (!boxes.in(boundsOf(start, end)).some((box) => !own(box) && lines.some((line) => touches(line, box))))
      return direct
  }
  const route = { out: from.x + from.width - start.x + gap + shift, into: gap + 4 }
  const left = Math.min(start.x + route.out, end.x - route.into)
  const right = Math.max(start.x + route.out, end.x - route.into)
  const span = { x: left - gap, width: right - left + 2 * gap }
  const top = Math.min(from.y, to.y)
  const bottom = Math.max(from.y + from.height, to.y + to.height)
  const found = boxes.in({ ...span, y: top - reach, height: bottom - top + 2 * reach })
  const near = [from, to, ...found.filter((box) => !own(box)).slice(0, maxObstacles)]
  const heights = near.flatMap((box) => [box.y - gap - shift, box.y + box.height + gap + shift])
  if (isForward) heights.push(start.y, end.y)
  const lengthOf = (y: number) => Math.abs(start.y - y) + Math.abs(end.y - y) + Math.abs(y - between) / 100
  heights.sort((a, b) => lengthOf(a) - lengthOf(b))
  let best: { y: number; crossed: number } | undefined
  for (const y of heights) {
    const lines = linesOf(start, end, { ...route, y })
    let crossed = 0
    for (const box of near) if (lines.some((line) => touches(line, box))) crossed += 1
    if (best === undefined || crossed < best.crossed) best = { y, crossed }
    if (crossed === 0) break
  }
  // If every route crosses a node, a curve is the shortest of them.
  return best && (best.crossed === 0 || !isForward) ? { ...route, y: best.y } : undefined
}

/** Distance above and below both nodes within which a route is searched for, in pixels. */
const reach = 400

/** The corners of a route, from the start to the end. */
export const cornersOf = (start: Ends['start'], end: Ends['end'], { y, out, into }: Route): [number, number][] => [
  [start.x, start.y],
  [start.x + out, start.y],
  [start.x + out, y],
  [end.x - into, y],
  [end.x - into, end.y],
  [end.x, end.y],
]

/** The three lines of a route between its two ends, one pixel wide, without the short ones that touch the nodes. */
function linesOf(start: Ends['start'], end: Ends['end'], route: Route): Box[] {
  const corners = cornersOf(start, end, route).slice(1, -1)
  return corners.slice(1).map(([x, y], index) => {
    const [px, py] = corners[index]!
    return { x: Math.min(px, x), y: Math.min(py, y), width: Math.abs(px - x) || 1, height: Math.abs(py - y) || 1 }
  })
}

const boundsOf = (start: Ends['start'], end: Ends['end']): Box => ({
  x: start.x,
  y: Math.min(start.y, end.y),
  width: end.x - start.x,
  height: Math.abs(end.y - start.y) || 1,
})

/** True if the curve from a start to an end on its right crosses a box. */
function curveMeets(start: Ends['start'], end: Ends['end'], { x, y, width, height }: Box): boolean {
  for (let step = 1; step < curveSteps; step += 1) {
    const t = step / curveSteps
    const u = 1 - t
    // The two middle control points lie halfway across, at the heights of the ends.
    const half = (start.x + end.x) / 2
    const px = u ** 3 * start.x + 3 * u * t * half + t ** 3 * end.x
    const py = (u ** 3 + 3 * u ** 2 * t) * start.y + (3 * u * t ** 2 + t ** 3) * end.y
    if (px > x && px < x + width && py > y && py < y + height) return true
  }
  return false
}

const curveSteps = 24

/** Maximum horizontal distance of a line from the ends of its edge, in pixels. */
const widest = 80

/**
 * The routes of a flow. From one state of the flow to the next, only edges whose ends moved, and those near a node that moved, are routed
 * again: moving one node of thousands takes no longer than a frame.
 */
export class Routes {
  readonly #kept = new WeakMap<object, { state: number; ends: Ends; shift: number; route: Route | undefined }>()
  #state = 0
  #boxes: ReadonlyMap<string, Box> = new Map()
  #index = new BoxIndex([])
  /** Boxes of nodes that moved, before and after; undefined if they are too many to compare each edge with. */
  #moved: readonly Box[] | undefined

  /** Takes the boxes of all nodes by their ids, before the routes of a state are requested. */
  update(boxes: ReadonlyMap<string, Box>): void {
    const moved = [...new Set([...this.#boxes.keys(), ...boxes.keys()])].flatMap((id) => {
      const [before, after] = [this.#boxes.get(id), boxes.get(id)]
      return before && after && isSameBox(before, after) ? [] : [before, after].filter((it) => it !== undefined)
    })
    this.#state += 1
    this.#moved = moved.length > maxMoved ? undefined : moved
    if (moved.length > 0) this.#index = new BoxIndex([...boxes.values()])
    this.#boxes = boxes
  }

  /** Returns the route of an edge; the same object as before if nothing moved near it. */
  of(edge: object, ends: Ends, shift: number): Route | undefined {
    const kept = this.#kept.get(edge)
    const isKept =
      kept?.shift === shift && isSameEnds(kept.ends, ends) && kept.state >= this.#state - 1 && !this.#hasMovedNear(ends)
    const route = isKept ? kept.route : routeOf(ends, this.#index, shift)
    this.#kept.set(edge, { state: this.#state, ends, shift, route })
    return route
  }

  #hasMovedNear({ start, end, from, to }: Ends): boolean {
    if (!this.#moved) return true
    const x = Math.min(start.x, end.x) - widest
    const y = Math.min(from.y, to.y) - reach
    const width = Math.max(start.x, end.x) + widest - x
    const height = Math.max(from.y + from.height, to.y + to.height) + reach - y
    return this.#moved.some((box) => touches(box, { x, y, width, height }))
  }
}

const maxMoved = 16

const isSameBox = (a: Box, b: Box) => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height
const isSamePoint = (a: Ends['start'], b: Ends['start']) => a.x === b.x && a.y === b.y
const isSameEnds = (a: Ends, b: Ends) =>
  isSamePoint(a.start, b.start) && isSamePoint(a.end, b.end) && isSameBox(a.from, b.from) && isSameBox(a.to, b.to)

/** Boxes by the cells of a grid that they lie in. */
export class BoxIndex {
  readonly #cells = new Map<number, Map<number, Box[]>>()

  constructor(boxes: readonly Box[]) {
    for (const box of boxes) {
      for (const column of across(box)) {
        const rows = this.#cells.get(column) ?? new Map<number, Box[]>()
        this.#cells.set(column, rows)
        for (const row of down(box)) rows.set(row, [...(rows.get(row) ?? []), box])
      }
    }
  }

  /** Returns the boxes that touch another one. */
  in(area: Box): Box[] {
    const found = new Set<Box>()
    for (const column of across(area)) {
      const rows = this.#cells.get(column)
      if (!rows) continue
      for (const row of down(area)) for (const box of rows.get(row) ?? []) if (touches(box, area)) found.add(box)
    }
    return [...found]
  }
}

const cell = 512
/** Maximum number of cells per edge or group in each direction, because a document may contain any coordinates. */
const maxCells = 64

const across = ({ x, width }: Box) => cellsFrom(x, width)
const down = ({ y, height }: Box) => cellsFrom(y, height)

function cellsFrom(from: number, size: number): number[] {
  const first = Math.floor(from / cell)
  const count = Math.min(Math.floor((from + size) / cell) - first + 1, maxCells)
  return Array.from({ length: Math.max(count, 1) }, (_, index) => first + index)
}
