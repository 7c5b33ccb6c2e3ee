import type { BotDocument } from '@colloquy/flow/operations'
import { isNote } from '../../document/is-note.js'
import { layoutOf, sizes } from './layout.js'

const columnGap = 120
const rowGap = 48

/**
 * Places for all nodes: each group a column behind the first one that leads to it, in the order in which the edges leave.
 * What no edge reaches comes last; notes stay where they are.
 */
export function tidy(document: BotDocument): Map<string, { x: number; y: number }> {
  const targets = new Map<string, string[]>()
  const homes = new Map(document.groups.flatMap((group) => group.blocks.map(({ id }) => [id, group.id] as const)))
  for (const { from, to } of document.edges) {
    const source = from.eventId ?? homes.get(from.blockId)
    if (source !== undefined) targets.set(source, [...(targets.get(source) ?? []), to.groupId])
  }
  const columns = new Map<string, number>(document.events.map(({ id }) => [id, 0]))
  let front = document.events.map(({ id }) => id)
  for (let column = 1; front.length > 0; column += 1) {
    const next = [...new Set(front.flatMap((id) => targets.get(id) ?? []))].filter((id) => !columns.has(id))
    for (const id of next) columns.set(id, column)
    front = next
  }
  const known = new Map(document.groups.map((group) => [group.id, group]))
  const last = Math.max(0, ...columns.values())
  for (const group of document.groups) if (!columns.has(group.id) && !isNote(group)) columns.set(group.id, last + 1)
  const places = new Map<string, { x: number; y: number }>()
  const bottoms: number[] = []
  for (const [id, column] of columns) {
    const group = known.get(id)
    if (!group && column > 0) continue
    const y = bottoms[column] ?? 0
    const x = column === 0 ? 0 : sizes.eventWidth + columnGap + (column - 1) * (sizes.width + columnGap)
    places.set(id, { x, y })
    bottoms[column] = y + (group ? layoutOf(group).height : sizes.eventHeight) + rowGap
  }
  return places
}
