import type { BotDocument } from '@colloquy/flow/operations'
import { isNote } from '../../document/is-note.js'
import { around, type Box } from './box.js'
import { layoutOf, noteSize, sizes } from './layout.js'

/** The line that nodes are put on, or the axis along which the gaps between them become equal. */
export type Alignment = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom' | 'across' | 'down'

/** The fewest nodes for which an alignment has an effect. */
export const fewestFor = (alignment: Alignment): number => (alignment === 'across' || alignment === 'down' ? 3 : 2)

type Positions = Map<string, { x: number; y: number }>

/** Places for chosen nodes, by id; empty if they are too few. */
export function align(document: BotDocument, ids: ReadonlySet<string>, alignment: Alignment): Positions {
  const boxes = [
    ...document.events.map((it) => boxOf(it, { width: sizes.eventWidth, height: sizes.eventHeight })),
    ...document.groups.map((it) =>
      boxOf(it, isNote(it) ? noteSize(it) : { width: sizes.width, height: layoutOf(it).height }),
    ),
  ].filter(({ id }) => ids.has(id))
  if (boxes.length < fewestFor(alignment)) return new Map()
  if (alignment === 'across') return distributed(boxes, 'x', 'width')
  if (alignment === 'down') return distributed(boxes, 'y', 'height')
  const share = shares[alignment]
  return ['left', 'center', 'right'].includes(alignment)
    ? inLine(boxes, 'x', 'width', share)
    : inLine(boxes, 'y', 'height', share)
}

interface NodeBox extends Box {
  id: string
}

const boxOf = (
  { id, graphCoordinates: { x, y } }: { id: string; graphCoordinates: { x: number; y: number } },
  size: { width: number; height: number },
): NodeBox => ({ id, x, y, ...size })

/** The share of a size at which a line crosses the selection, and each node. */
const shares = { left: 0, center: 0.5, right: 1, top: 0, middle: 0.5, bottom: 1 }

function inLine(boxes: readonly NodeBox[], axis: 'x' | 'y', size: 'width' | 'height', share: number): Positions {
  const all = around(boxes)
  const line = all[axis] + all[size] * share
  return new Map(boxes.map(({ id, x, y, ...it }) => [id, { x, y, [axis]: line - it[size] * share }]))
}

/** The gap between nodes that do not fit between the outer two. */
const minGap = 24

/** The outer two stay in place, unless the others do not fit between them. */
function distributed(boxes: readonly NodeBox[], axis: 'x' | 'y', size: 'width' | 'height'): Positions {
  const sorted = boxes.toSorted((a, b) => a[axis] - b[axis])
  const [first, last] = [sorted[0]!, sorted.at(-1)!]
  const taken = sorted.reduce((sum, it) => sum + it[size], 0)
  const space = last[axis] + last[size] - first[axis] - taken
  const gap = space < 0 ? minGap : space / (sorted.length - 1)
  let at = first[axis]
  return new Map(
    sorted.map(({ id, x, y, ...it }) => {
      const position = { x, y, [axis]: at }
      at += it[size] + gap
      return [id, position]
    }),
  )
}
