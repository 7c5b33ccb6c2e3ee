import type { Group } from '../flow-schema.js'
import type { BotDocument } from './bot-document.js'

/** Pixels at full zoom. */
export interface NodeSizes {
  width: number
  eventWidth: number
  eventHeight: number
  /** Height of a group; undefined for one that stays where it is. */
  heightOf(group: Group): number | undefined
}

const columnGap = 120
const rowGap = 48

/**
 * Positions for all nodes: each group in the column after the first one that leads to it, in the order of the edges. Unreachable groups
 * come last.
 */
export function arrangeInColumns(
  document: BotDocument,
  { width, eventWidth, eventHeight, heightOf }: NodeSizes,
): Map<string, { x: number; y: number }> {
  const targets = new Map<string, string[]>()
  const homes = new Map(document.groups.flatMap((group) => group.blocks.map(({ id }) => [id, group.id] as const)))
  for (const { from, to } of document.edges) {
    const source = from.eventId ?? homes.get(from.blockId)
    if (source === undefined) continue
    const known = targets.get(source)
    if (known) known.push(to.groupId)
    else targets.set(source, [to.groupId])
  }
  const columns = new Map<string, number>(document.events.map(({ id }) => [id, 0]))
  let front = document.events.map(({ id }) => id)
  for (let column = 1; front.length > 0; column += 1) {
    const next = [...new Set(front.flatMap((id) => targets.get(id) ?? []))].filter((id) => !columns.has(id))
    for (const id of next) columns.set(id, column)
    front = next
  }
  const heights = new Map(document.groups.map((group) => [group.id, heightOf(group)]))
  const last = Math.max(0, ...columns.values())
  for (const [id, height] of heights) if (!columns.has(id) && height !== undefined) columns.set(id, last + 1)
  const locations = new Map<string, { x: number; y: number }>()
  const bottoms: number[] = []
  for (const [id, column] of columns) {
    if (column > 0 && !heights.has(id)) continue
    const y = bottoms[column] ?? 0
    const x = column === 0 ? 0 : eventWidth + columnGap + (column - 1) * (width + columnGap)
    locations.set(id, { x, y })
    bottoms[column] = y + (heights.get(id) ?? eventHeight) + rowGap
  }
  return locations
}
