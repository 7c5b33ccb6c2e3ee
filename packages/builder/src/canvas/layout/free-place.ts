import type { BotDocument } from '@colloquy/flow/operations'
import { layoutOf, sizes } from './layout.js'

const gap = { x: 120, y: 48 }

/** A place for a new group to the right of a node, below whatever stands there already. */
export function placeBeside(document: BotDocument, nodeId: string): { x: number; y: number } {
  const group = document.groups.find(({ id }) => id === nodeId)
  const from = (group ?? document.events.find(({ id }) => id === nodeId))?.graphCoordinates ?? { x: 0, y: 0 }
  return freePlace(document, { x: from.x + (group ? sizes.width : sizes.eventWidth) + gap.x, y: from.y })
}

/** A place for a new group at a point, or below what stands there already. */
export function freePlace(document: BotDocument, at: { x: number; y: number }): { x: number; y: number } {
  const { x } = at
  const column = document.groups
    .filter(({ graphCoordinates }) => Math.abs(graphCoordinates.x - x) < sizes.width + gap.x / 2)
    .map((it) => ({ top: it.graphCoordinates.y, bottom: it.graphCoordinates.y + layoutOf(it).height }))
    .sort((a, b) => a.top - b.top)
  let { y } = at
  for (const { top, bottom } of column) if (top < y + 160 && bottom + gap.y > y) y = bottom + gap.y
  return { x, y }
}
