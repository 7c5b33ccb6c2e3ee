import type { Edge, FlowEvent, Group } from '@colloquy/flow'
import { type BotDocument, type Exit, exitKey } from '@colloquy/flow/operations'
import { type Node, Position, type Edge as ViewEdge } from '@xyflow/react'
import { isNote } from '../document/is-note.js'
import { layoutOf, noteSize, sizes } from './layout.js'

export type GroupNode = Node<{ group: Group }, 'group'>
export type EventNode = Node<{ event: FlowEvent }, 'event'>
export type NoteNode = Node<{ group: Group }, 'note'>
export type CanvasNode = GroupNode | EventNode | NoteNode
export type CanvasEdge = ViewEdge<{ isBack: boolean }, 'flow'>

type Places = ReadonlyMap<string, { x: number; y: number }>

/** Nodes of a document, made anew only where something about them has changed. */
export function createNodeMaker() {
  const made = new WeakMap<object, CanvasNode>()
  const make = <T extends Group | FlowEvent>(
    part: T,
    selected: boolean,
    position: T['graphCoordinates'],
    build: () => CanvasNode,
  ) => {
    const old = made.get(part)
    const isSame = old?.selected === selected && old.position.x === position.x && old.position.y === position.y
    if (old && isSame) return old
    const node = { ...(old ?? build()), selected, position } as CanvasNode
    made.set(part, node)
    return node
  }
  return (document: BotDocument, selected: ReadonlySet<string>, dragged: Places): CanvasNode[] => [
    ...document.events.map((event) =>
      make(event, selected.has(event.id), dragged.get(event.id) ?? event.graphCoordinates, () => eventNode(event)),
    ),
    ...document.groups.map((group) =>
      make(group, selected.has(group.id), dragged.get(group.id) ?? group.graphCoordinates, () =>
        isNote(group) ? noteNode(group) : groupNode(group),
      ),
    ),
  ]
}

const eventNode = (event: FlowEvent): EventNode => ({
  id: event.id,
  type: 'event',
  position: event.graphCoordinates,
  data: { event },
  width: sizes.eventWidth,
  height: sizes.eventHeight,
  measured: { width: sizes.eventWidth, height: sizes.eventHeight },
  handles: [handle('source', event.id, sizes.eventWidth, sizes.eventHeight / 2)],
  ariaLabel: event.type === 'start' ? 'Start' : `Event: ${event.type}`,
})

const noteNode = (group: Group): NoteNode => ({
  id: group.id,
  type: 'note',
  position: group.graphCoordinates,
  data: { group },
  ...noteSize(group),
  measured: noteSize(group),
  zIndex: -1,
  ariaLabel: `Note: ${group.title}`,
})

function groupNode(group: Group): GroupNode {
  const { height, blocks } = layoutOf(group)
  const count = group.blocks.length === 1 ? '1 block' : `${group.blocks.length} blocks`
  return {
    id: group.id,
    type: 'group',
    position: group.graphCoordinates,
    data: { group },
    width: sizes.width,
    height,
    measured: { width: sizes.width, height },
    handles: [
      handle('target', group.id, 0, sizes.header / 2),
      ...blocks.map(({ block, y, rows }) => handle('target', block.id, 0, y + rows[0]!.height / 2)),
      ...blocks.flatMap(({ y, rows }) =>
        rows.flatMap((row) =>
          row.exit ? [handle('source', exitKey(row.exit), sizes.width, y + row.y + row.height / 2)] : [],
        ),
      ),
    ],
    ariaLabel: `Group ${group.title}, ${count}`,
  }
}

const handle = (type: 'source' | 'target', id: string, x: number, y: number) => ({
  id,
  type,
  position: type === 'source' ? Position.Right : Position.Left,
  x: x - 6,
  y: y - 6,
  width: 12,
  height: 12,
})

/** Edges of a document that begin and end somewhere, made anew only where something about them has changed. */
export function createEdgeMaker() {
  const made = new WeakMap<Edge, CanvasEdge>()
  let last: readonly CanvasEdge[] = []
  return (document: BotDocument, selected: ReadonlySet<string>): readonly CanvasEdge[] => {
    const homes = new Map(document.groups.flatMap((group) => group.blocks.map(({ id }) => [id, group] as const)))
    const groups = new Map(document.groups.map((group) => [group.id, group]))
    const events = new Map(document.events.map((event) => [event.id, event]))
    const edges = document.edges.flatMap((edge): CanvasEdge[] => {
      const { from, to } = edge
      const target = groups.get(to.groupId)
      const home = from.blockId === undefined ? undefined : homes.get(from.blockId)
      const origin = home ?? events.get(from.eventId ?? '')
      if (!target || !origin) return []
      const ariaLabel = `From ${home ? home.title || 'Untitled' : 'an event'} to ${target.title || 'Untitled'}`
      const isBack = target.graphCoordinates.x < origin.graphCoordinates.x
      const isInside = to.blockId !== undefined && homes.get(to.blockId) === target
      const targetHandle = isInside ? to.blockId! : target.id
      const isSelected = selected.has(edge.id)
      const old = made.get(edge)
      const isSame =
        old?.source === origin.id &&
        old.targetHandle === targetHandle &&
        old.selected === isSelected &&
        old.data?.isBack === isBack &&
        old.ariaLabel === ariaLabel
      if (old && isSame) return [old]
      const next: CanvasEdge = {
        id: edge.id,
        type: 'flow',
        source: origin.id,
        sourceHandle: exitKey(from),
        target: target.id,
        targetHandle,
        selected: isSelected,
        data: { isBack },
        ariaLabel,
      }
      made.set(edge, next)
      return [next]
    })
    const isAsBefore = edges.length === last.length && edges.every((edge, index) => edge === last[index])
    last = isAsBefore ? last : edges
    return last
  }
}

/** The exit that a handle of a node stands for. */
export function exitOf(nodeId: string, handleId: string | null | undefined): Exit {
  if (!handleId || handleId === nodeId) return { eventId: nodeId }
  const [blockId = '', itemId, pathId] = handleId.split('/')
  return { blockId, ...(itemId !== undefined && { itemId }), ...(pathId !== undefined && { pathId }) }
}
