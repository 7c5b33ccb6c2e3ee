import type { BotDocument } from '@colloquy/flow/operations'
import { isNote } from '../../document/is-note.js'
import { layoutOf, noteSize, sizes } from './layout.js'

export type Alignment = 'left' | 'top' | 'across' | 'down'

type Places = Map<string, { x: number; y: number }>

/** Places for chosen nodes: in one line at the left or the top, or with even gaps from side to side or from top to bottom. */
export function align(document: BotDocument, ids: ReadonlySet<string>, alignment: Alignment): Places {
  const boxes = [
    ...document.events.map((it) => ({ ...box(it), width: sizes.eventWidth, height: sizes.eventHeight })),
    ...document.groups.map((it) => ({
      ...box(it),
      ...(isNote(it) ? noteSize(it) : { width: sizes.width, height: layoutOf(it).height }),
    })),
  ].filter(({ id }) => ids.has(id))
  if (boxes.length < 2) return new Map()
  if (alignment === 'left') return placed(boxes, 'x', Math.min(...boxes.map(({ x }) => x)))
  if (alignment === 'top') return placed(boxes, 'y', Math.min(...boxes.map(({ y }) => y)))
  return alignment === 'across' ? spread(boxes, 'x', 'width') : spread(boxes, 'y', 'height')
}

interface Box {
  id: string
  x: number
  y: number
  width: number
  height: number
}

const box = ({ id, graphCoordinates: { x, y } }: { id: string; graphCoordinates: { x: number; y: number } }) => ({
  id,
  x,
  y,
})

const placed = (boxes: readonly Box[], axis: 'x' | 'y', at: number): Places =>
  new Map(boxes.map(({ id, x, y }) => [id, { x, y, [axis]: at }]))

function spread(boxes: readonly Box[], axis: 'x' | 'y', size: 'width' | 'height'): Places {
  const sorted = boxes.toSorted((a, b) => a[axis] - b[axis])
  const [first, last] = [sorted[0]!, sorted.at(-1)!]
  const taken = sorted.reduce((sum, it) => sum + it[size], 0)
  const gap = Math.max(24, (last[axis] + last[size] - first[axis] - taken) / (sorted.length - 1))
  let at = first[axis]
  return new Map(
    sorted.map(({ id, x, y, ...it }) => {
      const place = { x, y, [axis]: at }
      at += it[size] + gap
      return [id, place]
    }),
  )
}
