import type { Edge, FlowEvent, Group } from '@colloquy/flow'
import { type BotDocument, type Exit, equal, exitKey } from '@colloquy/flow/operations'
import { MarkerType, type Node, Position, type Edge as ViewEdge } from '@xyflow/react'
import { isNote } from '../document/is-note.js'
import type { Selection } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { edgeLayer, litEdgeLayer, noteLayer } from './edges/layers.js'
import { type Route, Routes } from './edges/route-edges.js'
import type { Box } from './layout/box.js'
import { isCollapsed, layoutOf, middleOf, noteSize, sizes } from './layout/layout.js'

/** The group is looked up by its id, because most edits inside a group do not concern the canvas as a whole. */
export type GroupNode = Node<Record<string, never>, 'group'>
export type EventNode = Node<{ event: FlowEvent }, 'event'>
export type NoteNode = Node<{ group: Group }, 'note'>
export type CanvasNode = GroupNode | EventNode | NoteNode
export type CanvasEdge = ViewEdge<{ route: Route | undefined }, 'flow'>

type Positions = ReadonlyMap<string, { x: number; y: number }>

/** Creates nodes of a document. Replaces only those that changed in a way relevant to the canvas; otherwise returns the same list. */
export function createNodeMaker() {
  const made = new WeakMap<object, CanvasNode>()
  const names = new WeakMap<object, string>()
  let last: readonly CanvasNode[] = []
  let known = new Map<string, CanvasNode>()
  let leads: ReadonlyMap<string, string> = new Map()
  let before: BotDocument | undefined
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
    const name = names.get(part) ?? nameOf(part)
    names.set(part, name)
    const ariaLabel = [name, leads.get(part.id)].filter(Boolean).join(', ')
    const isSame =
      old.selected === selected &&
      old.position.x === position.x &&
      old.position.y === position.y &&
      old.ariaLabel === ariaLabel
    const node = isSame ? old : ({ ...old, selected, position, ariaLabel } as CanvasNode)
    made.set(part, node)
    return node
  }
  return (document: BotDocument, selected: ReadonlySet<string>, dragged: Positions): readonly CanvasNode[] => {
    if (before === undefined || !hasSameEnds(document, before)) leads = whereNodesLead(document)
    before = document
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
  equal({ ...node, selected, position, ariaLabel: '' }, { ...other, selected, position, ariaLabel: '' })

const isSameList = <T>(a: readonly T[], b: readonly T[]) =>
  a.length === b.length && a.every((it, index) => it === b[index])

/** Accessible name of a node; its targets are added after it. */
function nameOf(part: Group | FlowEvent): string {
  if (!('blocks' in part)) return part.type === 'start' ? t('Start') : t('Event: {type}', { type: part.type })
  if (isNote(part)) return t('Note: {title}', { title: part.title })
  return isCollapsed(part)
    ? t('Group {title}, {count, plural, one {# block} other {# blocks}}, collapsed', {
        title: part.title,
        count: part.blocks.length,
      })
    : t('Group {title}, {count, plural, one {# block} other {# blocks}}', {
        title: part.title,
        count: part.blocks.length,
      })
}

const maxNamed = 3

/** For each node with edges: "leads to" and the titles of the first groups. */
function whereNodesLead({ groups, edges }: BotDocument): ReadonlyMap<string, string> {
  const homes = new Map(groups.flatMap((group) => group.blocks.map(({ id }) => [id, group.id] as const)))
  const titles = new Map(groups.map(({ id, title }) => [id, title || t('Untitled')]))
  const found = new Map<string, Set<string>>()
  for (const { from, to } of edges) {
    const nodeId = from.eventId ?? homes.get(from.blockId ?? '')
    const title = titles.get(to.groupId)
    if (nodeId === undefined || title === undefined) continue
    const known = found.get(nodeId)
    if (known) known.add(title)
    else found.set(nodeId, new Set([title]))
  }
  return new Map(
    [...found].map(([nodeId, all]) => {
      const named = [...all].slice(0, maxNamed).join(', ')
      return [
        nodeId,
        all.size > maxNamed
          ? t('leads to {named} and {count} more', { named, count: all.size - maxNamed })
          : t('leads to {named}', { named }),
      ]
    }),
  )
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
})

const noteNode = (group: Group): NoteNode => ({
  id: group.id,
  type: 'note',
  position: group.graphCoordinates,
  data: { group },
  ...noteSize(group),
  measured: noteSize(group),
  zIndex: noteLayer,
})

function groupNode(group: Group): GroupNode {
  const { height, blocks } = layoutOf(group)
  // All edges of a collapsed group begin and end at its title.
  const at = (y: number) => (isCollapsed(group) ? sizes.header / 2 : y)
  return {
    id: group.id,
    type: 'group',
    position: group.graphCoordinates,
    data: {},
    width: sizes.width,
    height,
    measured: { width: sizes.width, height },
    handles: [
      handle('target', group.id, 0, sizes.header / 2),
      ...blocks.map(({ block, y, rows }) => handle('target', block.id, 0, at(y + middleOf(rows[0]!)))),
      ...blocks.flatMap(({ y, rows }) =>
        rows.flatMap((row) =>
          row.exit ? [handle('source', exitKey(row.exit), sizes.width, at(y + middleOf(row)))] : [],
        ),
      ),
    ],
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

/** Creates the edges of a document that have both ends. Replaces only those that changed. */
export function createEdgeMaker() {
  const made = new WeakMap<Edge, CanvasEdge>()
  const labelOf = createLabeller()
  const routes = new Routes()
  let last: readonly CanvasEdge[] = []
  let before: { document: BotDocument; chosen: Chosen } | undefined
  return (document: BotDocument, chosen: Chosen): readonly CanvasEdge[] => {
    const isUntouched = before && isSameChoice(chosen, before.chosen) && hasSameEnds(document, before.document)
    before = { document, chosen }
    if (isUntouched) return last
    const parts = [...document.groups.filter((group) => !isNote(group)), ...document.events]
    routes.update(new Map(parts.map((part) => [part.id, geometryOf(part).box])))
    const routed = new Map<string, number>()
    const homes = new Map(document.groups.flatMap((group) => group.blocks.map(({ id }) => [id, group] as const)))
    const groups = new Map(document.groups.map((group) => [group.id, group]))
    const events = new Map(document.events.map((event) => [event.id, event]))
    const edges = document.edges.flatMap((edge): CanvasEdge[] => {
      const { from, to } = edge
      const target = groups.get(to.groupId)
      const home = from.blockId === undefined ? undefined : homes.get(from.blockId)
      const origin = home ?? events.get(from.eventId ?? '')
      if (!target || !origin) return []
      const ariaLabel = labelOf(edge, home?.title, target.title)
      const isInside = to.blockId !== undefined && homes.get(to.blockId) === target
      const sourceHandle = exitKey(from)
      const targetHandle = isInside ? to.blockId! : target.id
      const isSelected = chosen.edgeIds.has(edge.id)
      const isOfBlock = from.blockId !== undefined && from.blockId === chosen.blockId
      const isLit = isOfBlock || chosen.nodeIds.has(origin.id) || chosen.nodeIds.has(target.id)
      const { box: fromBox, exits } = geometryOf(origin)
      const { box: toBox, entries } = geometryOf(target)
      const count = routed.get(origin.id) ?? 0
      const start = exits.get(sourceHandle)
      const end = entries.get(targetHandle)
      const route = start && end && routes.of(edge, { start, end, from: fromBox, to: toBox }, 6 * (count % 4))
      if (route) routed.set(origin.id, count + 1)
      const old = made.get(edge)
      const isSame =
        old?.source === origin.id &&
        old.targetHandle === targetHandle &&
        old.selected === isSelected &&
        old.className === (isLit ? 'lit' : '') &&
        equal(old.data?.route as object, route as object) &&
        old.ariaLabel === ariaLabel
      if (old && isSame) return [old]
      const next: CanvasEdge = {
        id: edge.id,
        type: 'flow',
        source: origin.id,
        sourceHandle,
        target: target.id,
        targetHandle,
        selected: isSelected,
        data: { route },
        className: isLit ? 'lit' : '',
        markerEnd: isLit || isSelected ? litArrow : arrow,
        zIndex: isLit ? litEdgeLayer : edgeLayer,
        ariaLabel,
      }
      made.set(edge, next)
      return [next]
    })
    last = isSameList(edges, last) ? last : edges
    return last
  }
}

/** Creates the accessible names of edges. Keeps each until a title changes, because there are thousands. */
function createLabeller() {
  const known = new WeakMap<Edge, { from: string | undefined; to: string; label: string }>()
  return (edge: Edge, from: string | undefined, to: string): string => {
    const old = known.get(edge)
    if (old && old.from === from && old.to === to) return old.label
    const value = from === undefined ? t('an event') : from || t('Untitled')
    const label = t('From {value} to {title}', { value, title: to || t('Untitled') })
    known.set(edge, { from, to, label })
    return label
  }
}

const arrowOf = (color: string) => ({ type: MarkerType.ArrowClosed, width: 16, height: 16, color })
const arrow = arrowOf('var(--edge-line)')
const litArrow = arrowOf('var(--accent)')

/** Edges of the selection are rendered above all other edges. */
type Chosen = Readonly<Selection>

const isSameChoice = (a: Chosen, b: Chosen) =>
  a.edgeIds === b.edgeIds && a.nodeIds === b.nodeIds && a.blockId === b.blockId

interface PartGeometry {
  box: Box
  /** Start points of edges, by the ids of handles. */
  exits: Points
  /** End points of edges. */
  entries: Points
}

type Points = ReadonlyMap<string, { x: number; y: number }>

const drawn = new WeakMap<Group | FlowEvent, PartGeometry>()

/** The box of a group or an event, and the points where its edges begin and end. */
function geometryOf(part: Group | FlowEvent): PartGeometry {
  const known = drawn.get(part)
  if (known) return known
  const { position, width = 0, height = 0, handles = [] } = 'blocks' in part ? groupNode(part) : eventNode(part)
  const points = (of: 'source' | 'target', shift: number): Points =>
    new Map(
      handles
        .filter(({ type }) => type === of)
        .map(({ id, x, y }) => [id ?? '', { x: position.x + x + shift, y: position.y + y + 6 }]),
    )
  const made = { box: { ...position, width, height }, exits: points('source', 12), entries: points('target', 0) }
  drawn.set(part, made)
  return made
}

/** True if nothing changed that edges depend on: most edits are inside a block. */
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
  a.graphCoordinates.y === b.graphCoordinates.y &&
  layoutOf(a).height === layoutOf(b).height &&
  isSameList(
    a.blocks.map(({ id }) => id),
    b.blocks.map(({ id }) => id),
  )

/** The exit that a handle of a node represents. */
export function exitOf(nodeId: string, handleId: string | null | undefined): Exit {
  if (!handleId || handleId === nodeId) return { eventId: nodeId }
  const [blockId = '', itemId, pathId] = handleId.split('/')
  return { blockId, ...(itemId !== undefined && { itemId }), ...(pathId !== undefined && { pathId }) }
}
