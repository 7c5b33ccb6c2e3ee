import type { Block, Group } from '@colloquy/flow'
import { type BlockExit, blockExits, plainText } from '@colloquy/flow/blocks'
import { type Exit, type Item, itemsOf } from '@colloquy/flow/operations'
import { shownBlock } from '@colloquy/flow/shown'
import { thumbnailOf } from '../../catalogue/thumbnail.js'

/** Sizes of parts of the canvas, in pixels at full zoom. The style sheet of the canvas uses the same ones. */
export const sizes = {
  width: 280,
  header: 44,
  padding: 6,
  gap: 2,
  head: 44,
  item: 30,
  /** Between the chips of a block. */
  chipGap: 4,
  /** A picture in a block, with the space around it. */
  thumbnail: 112,
  /** The summary in a collapsed group. */
  collapsed: 34,
  eventWidth: 168,
  eventHeight: 44,
  /** A note that nobody has resized. */
  note: { width: 220, height: 120 },
}

/** A row of a block: its head, an item, a button of an item, the exit taken when no item fits, or one taken after an error. */
export interface Row {
  kind: 'head' | 'item' | 'path' | 'otherwise' | 'exit'
  item?: Item
  path?: { id: string; text?: string }
  /** The additional exit, in rows of kind `exit`. */
  way?: BlockExit
  /** From the top of the block. */
  y: number
  height: number
  /** The exit in this row; undefined if no edge can start here. */
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

/** The rendered size of a note. */
export const noteSize = ({ note }: Group) => ({
  width: note?.width ?? sizes.note.width,
  height: note?.height ?? sizes.note.height,
})

/** True if only the title of a group is rendered; one without blocks has nothing to hide. */
export const isCollapsed = (group: Group): boolean => group.isCollapsed === true && group.blocks.length > 0

const layouts = new WeakMap<Group, GroupLayout>()

/** The layout of everything in a group. It is computed rather than measured, so that groups out of view have one, too. */
export function layoutOf(group: Group): GroupLayout {
  const known = layouts.get(group)
  if (known) return known
  let y = sizes.header
  const blocks = group.blocks.map((block, index): PlacedBlock => {
    const rows = rowsOf(block, index === group.blocks.length - 1)
    const last = rows.at(-1)!
    const placed = { block, y, height: last.y + last.height + (rows.length > 1 ? sizes.chipGap : 0), rows }
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
  const items = shownBlock(block.type)?.items
  const rows: Row[] = []
  let y = head
  const add = (row: Pick<Row, 'kind' | 'item' | 'path' | 'way' | 'exit'>) => {
    rows.push({ ...row, y, height: sizes.item })
    y += sizes.item
  }
  for (const item of itemsOf(block)) {
    const paths = item.paths ?? []
    add({
      kind: 'item',
      item,
      exit: items?.leftBy === 'paths' && paths.length > 0 ? undefined : { blockId: block.id, itemId: item.id },
    })
    for (const path of paths)
      add({ kind: 'path', item, path, exit: { blockId: block.id, itemId: item.id, pathId: path.id } })
  }
  const canLeave = isLast || block.outgoingEdgeId !== undefined
  const hasOtherwise = rows.length > 0 && canLeave && items?.fixed === undefined
  if (hasOtherwise) add({ kind: 'otherwise', exit: { blockId: block.id } })
  const exit = canLeave && rows.length === 0 ? { blockId: block.id } : undefined
  for (const way of blockExits(block)) add({ kind: 'exit', way, exit: { blockId: block.id, itemId: way.id } })
  return [{ kind: 'head', y: 0, height: head, exit }, ...rows]
}

/** Distance from the top of a block to the middle of a row as rendered, where its edge leaves. */
export const middleOf = ({ kind, y, height }: Row): number =>
  y + (kind === 'head' ? height : height - sizes.chipGap) / 2

/** Messages show up to four lines, estimated from their words, so that no text has to be rendered for measuring. */
function headHeight(block: Block): number {
  if (thumbnailOf(block) !== undefined) return sizes.thumbnail
  const richText = shownBlock(block.type)?.richText?.(block)
  return richText ? 26 + 18 * lineCount(plainText(richText)) : sizes.head
}

/** Number of characters that fit into a line of a message. */
const lineLength = 34
const maxLines = 4

/** Number of lines that a text takes, broken between words. */
function lineCount(text: string): number {
  let lines = 1
  let room = lineLength
  for (const word of text.slice(0, lineLength * maxLines).split(' ')) {
    const isNext = word.length > room && room < lineLength
    if (isNext) lines += 1
    const left = (isNext ? lineLength : room) - word.length
    lines += left < 0 ? Math.ceil(-left / lineLength) : 0
    room = left < 0 ? lineLength - (-left % lineLength) - 1 : left - 1
  }
  return Math.min(lines, maxLines)
}

/** The index of a block that is dropped at a height of a group. */
export function dropIndex(group: Group, y: number): number {
  const { blocks } = layoutOf(group)
  if (isCollapsed(group)) return blocks.length
  const index = blocks.findIndex((placed) => y < placed.y + placed.height / 2)
  return index < 0 ? blocks.length : index
}
