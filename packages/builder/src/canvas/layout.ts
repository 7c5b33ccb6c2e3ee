import type { Block, Group } from '@colloquy/flow'
import { type Exit, type Item, itemsOf } from '@colloquy/flow/operations'
import { plainText } from '../catalogue/summary.js'

/** Sizes of what is drawn, in pixels at full zoom. The style sheet of the canvas holds to the same ones. */
export const sizes = {
  width: 280,
  border: 1,
  header: 40,
  padding: 8,
  gap: 6,
  head: 44,
  item: 30,
  /** What a collapsed group says of its blocks. */
  collapsed: 34,
  eventWidth: 168,
  eventHeight: 44,
}

/** A line of a block: its head, an item, a button of an item, or the way that is left when no item fits. */
export interface Row {
  kind: 'head' | 'item' | 'path' | 'otherwise'
  item?: Item
  path?: { id: string; text?: string }
  /** From the top of the block. */
  y: number
  height: number
  /** The edge that leaves here; none where nothing can leave. */
  exit: Exit | undefined
}

export interface PlacedBlock {
  block: Block
  /** From the top of the group. */
  y: number
  height: number
  rows: readonly Row[]
}

export interface GroupLayout {
  height: number
  blocks: readonly PlacedBlock[]
}

/** How large a note is drawn. */
export const noteSize = ({ note }: Group) => ({ width: note?.width ?? 220, height: note?.height ?? 120 })

/** Whether only the title of a group is drawn; one without blocks has nothing to hide. */
export const isCollapsed = (group: Group): boolean => group.isCollapsed === true && group.blocks.length > 0

const layouts = new WeakMap<Group, GroupLayout>()

/** Where everything in a group is. It is computed and not measured: groups out of view have their place, too. */
export function layoutOf(group: Group): GroupLayout {
  const known = layouts.get(group)
  if (known) return known
  let y = sizes.header + sizes.padding
  const blocks = group.blocks.map((block, index): PlacedBlock => {
    const rows = rowsOf(block, index === group.blocks.length - 1)
    const last = rows.at(-1)!
    const placed = { block, y, height: last.y + last.height + (rows.length > 1 ? sizes.gap : 0), rows }
    y += placed.height + sizes.gap
    return placed
  })
  const height = isCollapsed(group)
    ? sizes.header + sizes.collapsed
    : Math.max(y - sizes.gap + sizes.padding, sizes.header + 56)
  const layout = { height, blocks }
  layouts.set(group, layout)
  return layout
}

function rowsOf(block: Block, isLast: boolean): Row[] {
  const head = headHeight(block)
  const rows: Row[] = []
  let y = head
  const add = (row: Pick<Row, 'kind' | 'item' | 'path' | 'exit'>) => {
    rows.push({ ...row, y, height: sizes.item })
    y += sizes.item
  }
  for (const item of itemsOf(block)) {
    const paths = item.paths ?? []
    const isCard = block.type === 'cards'
    add({ kind: 'item', item, exit: isCard && paths.length > 0 ? undefined : { blockId: block.id, itemId: item.id } })
    for (const path of paths)
      add({ kind: 'path', item, path, exit: { blockId: block.id, itemId: item.id, pathId: path.id } })
  }
  const canLeave = isLast || block.outgoingEdgeId !== undefined
  const hasOtherwise = rows.length > 0 && canLeave && block.type !== 'AB test'
  if (hasOtherwise) add({ kind: 'otherwise', exit: { blockId: block.id } })
  const exit = canLeave && rows.length === 0 ? { blockId: block.id } : undefined
  return [{ kind: 'head', y: 0, height: head, exit }, ...rows]
}

/** Texts show up to four lines, counted from their length: nobody has to draw them to know. */
function headHeight(block: Block): number {
  if (block.type !== 'text') return sizes.head
  const lines = Math.ceil(plainText((block as { content?: { richText?: unknown } }).content?.richText).length / 32)
  return 26 + 18 * Math.min(Math.max(lines, 1), 4)
}

/** The index at which a block that is dropped at a height of a group goes in. */
export function dropIndex(group: Group, y: number): number {
  const { blocks } = layoutOf(group)
  if (isCollapsed(group)) return blocks.length
  const index = blocks.findIndex((placed) => y < placed.y + placed.height / 2)
  return index < 0 ? blocks.length : index
}
