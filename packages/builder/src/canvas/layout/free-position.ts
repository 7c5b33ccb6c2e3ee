import type { Block, Group } from '@colloquy/flow'
import type { BotDocument } from '@colloquy/flow/operations'
import type { FreePosition } from '../../document/commands/free-position.js'
import { isNote } from '../../document/is-note.js'
import { around, type Box, touches } from './box.js'
import { layoutOf, noteSize, sizes } from './layout.js'

interface Point {
  x: number
  y: number
}

const gap = { x: 120, y: 48 }

/** Space around a group that is put near others, in pixels. */
const margin = 40

/** Distance between places that are tried, and from the wanted one to the last of them. */
const step = 40
const reach = 2000

/** More groups than this are put down as one box. */
const maxBoxes = 20

/** The size of a group as rendered. */
export const sizeOf = (group: Group) =>
  isNote(group) ? noteSize(group) : { width: sizes.width, height: layoutOf(group).height }

/** The size of an event as rendered. */
export const eventSize = { width: sizes.eventWidth, height: sizes.eventHeight }

/**
 * Returns the place nearest to a point where a new node covers nothing: groups, events and notes. Below everything, if all places around
 * the point are taken.
 */
export const freePosition = (document: BotDocument, size: { width: number; height: number }, at: Point): FreePosition =>
  freePositionForAll(document, [{ x: 0, y: 0, ...size }], at)

/** Returns such a place for a new group with the given blocks. */
export const freeGroupPosition = (document: BotDocument, blocks: Block[], at: Point): FreePosition =>
  freePosition(document, sizeOf({ id: '', title: '', graphCoordinates: at, blocks }), at)

/** Returns such a place for the corner of several nodes, whose boxes are given as they stand to each other. */
export function freePositionForAll(document: BotDocument, boxes: readonly Box[], at: Point): FreePosition {
  const whole = around(boxes)
  const all = boxes.length > maxBoxes ? [whole] : boxes
  const shapes = all.map(({ x, y, width, height }) => ({ x: x - whole.x, y: y - whole.y, width, height }))
  const taken = boxesOf(document)
  const isNear = (box: Box) =>
    touches(box, {
      x: at.x - reach - margin,
      y: at.y - reach - margin,
      width: whole.width + 2 * (reach + margin),
      height: whole.height + 2 * (reach + margin),
    })
  const near = taken.filter(isNear)
  const isFree = ({ x, y }: Point, space: number) =>
    shapes.every((shape) =>
      near.every(
        (box) =>
          !touches(box, {
            x: x + shape.x - space,
            y: y + shape.y - space,
            width: shape.width + 2 * space,
            height: shape.height + 2 * space,
          }),
      ),
    )
  // A group that an author puts beside something stays there.
  if (isFree(at, 0)) return at as FreePosition
  for (const { x, y } of offsets()) {
    const position = { x: at.x + x, y: at.y + y }
    if (isFree(position, margin)) return position as FreePosition
  }
  return { x: at.x, y: Math.max(...taken.map((box) => box.y + box.height)) + gap.y } as FreePosition
}

/** A place for a new group to the right of a node, below whatever stands there already. */
export function positionBeside(document: BotDocument, nodeId: string): Point {
  const group = document.groups.find(({ id }) => id === nodeId)
  const from = (group ?? document.events.find(({ id }) => id === nodeId))?.graphCoordinates ?? { x: 0, y: 0 }
  const x = from.x + (group ? sizeOf(group).width : sizes.eventWidth) + gap.x
  const column = document.groups
    .filter(({ graphCoordinates }) => Math.abs(graphCoordinates.x - x) < sizes.width + gap.x / 2)
    .map((it) => ({ top: it.graphCoordinates.y, bottom: it.graphCoordinates.y + sizeOf(it).height }))
    .sort((a, b) => a.top - b.top)
  let { y } = from
  for (const { top, bottom } of column) if (top < y + 160 && bottom + gap.y > y) y = bottom + gap.y
  return { x, y }
}

/** The boxes of everything on the canvas. */
const boxesOf = ({ groups, events }: BotDocument): Box[] => [
  ...groups.map((group) => ({ ...group.graphCoordinates, ...sizeOf(group) })),
  ...events.map((event) => ({ ...event.graphCoordinates, ...eventSize })),
]

let nearestFirst: readonly Point[] | undefined

/** Distances from a wanted place, the nearest first; of equal ones those below and to the right. */
function offsets(): readonly Point[] {
  if (nearestFirst) return nearestFirst
  const count = reach / step
  const along = Array.from({ length: 2 * count + 1 }, (_, index) => (count - index) * step)
  nearestFirst = along
    .flatMap((y) => along.map((x) => ({ x, y })))
    .sort((one, other) => one.x ** 2 + one.y ** 2 - other.x ** 2 - other.y ** 2)
  return nearestFirst
}
