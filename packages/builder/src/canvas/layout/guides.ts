import type { CanvasNode } from '../graph.js'
import { around, type Box, boxOf, touches } from './box.js'

type Positions = ReadonlyMap<string, { x: number; y: number }>

/** A line along which edges or middles of nodes meet, from one end to the other. */
export interface Guide {
  axis: 'x' | 'y'
  at: number
  from: number
  to: number
}

export interface Guided {
  positions: Positions
  guides: readonly Guide[]
}

/** How near, in pixels of the flow, what is dragged jumps to a line. */
const pull = 8

/**
 * Moves what is dragged onto the nearest line of other nodes: their edges and their middles, in each direction. Notes and events count,
 * too; what is not in view does not.
 */
export function guided(dragged: Positions, nodes: readonly CanvasNode[], view: Box): Guided {
  const moving = nodes.flatMap((node) => (dragged.has(node.id) ? [boxOf(node, dragged.get(node.id)!)] : []))
  if (moving.length === 0) return { positions: dragged, guides: [] }
  const box = around(moving)
  const others = nodes.flatMap((node) => {
    const it = boxOf(node)
    return dragged.has(node.id) || !touches(it, view) ? [] : [it]
  })
  const x = nearest(box, others, 'x')
  const y = nearest(box, others, 'y')
  const positions = new Map([...dragged].map(([id, at]) => [id, { x: at.x + (x?.by ?? 0), y: at.y + (y?.by ?? 0) }]))
  const moved = { ...box, x: box.x + (x?.by ?? 0), y: box.y + (y?.by ?? 0) }
  return { positions, guides: [...lineOf('x', x, moved), ...lineOf('y', y, moved)] }
}

interface Meeting {
  by: number
  at: number
  other: Box
}

const sizeOn = { x: 'width', y: 'height' } as const
/** Start, middle and end of a box on an axis. */
const marks = (box: Box, axis: 'x' | 'y') => [0, 0.5, 1].map((share) => box[axis] + box[sizeOn[axis]] * share)

function nearest(box: Box, others: readonly Box[], axis: 'x' | 'y'): Meeting | undefined {
  let best: Meeting | undefined
  const own = marks(box, axis)
  for (const other of others) {
    for (const [index, at] of marks(other, axis).entries()) {
      for (const [position, mine] of own.entries()) {
        // Edges meet edges, middles meet middles.
        if ((index === 1) !== (position === 1)) continue
        const by = at - mine
        if (Math.abs(by) <= pull && (!best || Math.abs(by) < Math.abs(best.by))) best = { by, at, other }
      }
    }
  }
  return best
}

function lineOf(axis: 'x' | 'y', meeting: Meeting | undefined, box: Box): Guide[] {
  if (!meeting) return []
  const across = axis === 'x' ? 'y' : 'x'
  const ends = [box, meeting.other].flatMap((it) => [it[across], it[across] + it[sizeOn[across]]])
  return [{ axis, at: meeting.at, from: Math.min(...ends), to: Math.max(...ends) }]
}
