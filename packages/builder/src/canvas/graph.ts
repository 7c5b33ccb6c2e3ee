import type { Edge, FlowEvent, Group } from '@colloquy/flow'
import { type BotDocument, type Exit, equal, exitKey } from '@colloquy/flow/operations'
import { type Node, Position, type Edge as ViewEdge } from '@xyflow/react'
import { counted } from '../design/counted.js'
import { isNote } from '../document/is-note.js'
import { isCollapsed, layoutOf, noteSize, sizes } from './layout.js'

/** Its group is looked up by its id: most edits inside of a group are none of the canvas as a whole. */
export type GroupNode = Node<Record<string, never>, 'group'>
export type EventNode = Node<{ event: FlowEvent }, 'event'>
export type NoteNode = Node<{ group: Group }, 'note'>
export type CanvasNode = GroupNode | EventNode | NoteNode
export type CanvasEdge = ViewEdge<{ isBack: boolean }, 'flow'>

type Places = ReadonlyMap<string, { x: number; y: number }>

/** Nodes of a document, made anew only where something about them has changed that the canvas has to know; else the same list. */
export function createNodeMaker() {
  const made = new WeakMap<object, CanvasNode>()
  let last: readonly CanvasNode[] = []
  let known = new Map<string, CanvasNode>()
  const make = <T extends Group | FlowEvent>(
    part: T,
    selected: boolean,
    position: T['graphCoordinates'],
    build: () => CanvasNode,
  ) => {
    const seen = made.get(part)
    const before = known.get(part.id)
    const fresh = seen ?? build()
    const old = !seen && before && isSameBut(fresh, before) ? before : fresh
    const isSame = old.selected === selected && old.position.x === position.x && old.position.y === position.y
    const node = isSame ? old : ({ ...old, selected, position } as CanvasNode)
    made.set(part, node)
    return node
  }
  return (document: BotDocument, selected: ReadonlySet<string>, dragged: Places): readonly CanvasNode[] => {
    const nodes = [
      ...document.events.map((event) =>
        make(event, selected.has(event.id), dragged.get(event.id) ?? event.graphCoordinates, () => eventNode(event)),
      ),
      ...document.groups.map((group) =>
        make(group, selected.has(group.id), dragged.get(group.id) ?? group.graphCoordinates, () =>
          isNote(group) ? noteNode(group) : groupNode(group),
        ),
      ),
    ]
    if (isSameList(nodes, last)) return last
    last = nodes
    known = new Map(nodes.map((node) => [node.id, node]))
    return last
  }
}

const isSameBut = (node: CanvasNode, { selected, position, ...other }: CanvasNode) =>
  equal({ ...node, selected, position }, { ...other, selected, position })

const isSameList = <T>(a: readonly T[], b: readonly T[]) =>
  a.length === b.length && a.every((it, index) => it === b[index])

const eventNode = (event: FlowEvent): EventNode => ({
  id: event.id,
  type: 'event',
  position: event.graphCoordinates,
  data: { event },
  width: sizes.eventWidth,
  height: sizes.eventHeight,
  measured: { width: sizes.eventWidth, height: sizes.eventHeight },
  handles: [handle('source', event.id, sizes.eventWidth, sizes.eventHeight / 2 + sizes.border)],
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
  // All edges of a collapsed group begin and end at its title.
  const at = (y: number) => (isCollapsed(group) || y === 0 ? sizes.header / 2 : y) + sizes.border
  const count = counted(group.blocks.length, 'block')
  return {
    id: group.id,
    type: 'group',
    position: group.graphCoordinates,
    data: {},
    width: sizes.width,
    height,
    measured: { width: sizes.width, height },
    handles: [
      handle('target', group.id, 0, at(0)),
      ...blocks.map(({ block, y, rows }) => handle('target', block.id, 0, at(y + rows[0]!.height / 2 + sizes.border))),
      ...blocks.flatMap(({ y, rows }) =>
        rows.flatMap((row) =>
          row.exit
            ? [
                handle(
                  'source',
                  exitKey(row.exit),
                  sizes.width,
                  at(y + row.y + row.height / 2 + (row.kind === 'head' ? sizes.border : -sizes.border)),
                ),
              ]
            : [],
        ),
      ),
    ],
    ariaLabel: `Group ${group.title}, ${count}${isCollapsed(group) ? ', collapsed' : ''}`,
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
  let before: { document: BotDocument; selected: ReadonlySet<string> } | undefined
  return (document: BotDocument, selected: ReadonlySet<string>): readonly CanvasEdge[] => {
    const isUntouched = before?.selected === selected && hasSameEnds(document, before.document)
    before = { document, selected }
    if (isUntouched) return last
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
    last = isSameList(edges, last) ? last : edges
    return last
  }
}

/** Whether nothing has changed by which edges are drawn: most edits are inside of a block. */
function hasSameEnds(document: BotDocument, before: BotDocument): boolean {
  if (document.edges !== before.edges || document.events !== before.events) return false
  const { groups } = before
  return (
    document.groups === groups ||
    (document.groups.length === groups.length &&
      document.groups.every((group, index) => group === groups[index] || isSameEnd(group, groups[index]!)))
  )
}

const isSameEnd = (a: Group, b: Group) =>
  a.id === b.id &&
  a.title === b.title &&
  a.graphCoordinates.x === b.graphCoordinates.x &&
  isSameList(
    a.blocks.map(({ id }) => id),
    b.blocks.map(({ id }) => id),
  )

/** The exit that a handle of a node stands for. */
export function exitOf(nodeId: string, handleId: string | null | undefined): Exit {
  if (!handleId || handleId === nodeId) return { eventId: nodeId }
  const [blockId = '', itemId, pathId] = handleId.split('/')
  return { blockId, ...(itemId !== undefined && { itemId }), ...(pathId !== undefined && { pathId }) }
}
