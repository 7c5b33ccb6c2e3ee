import type { Block } from '../blocks-schema/block.js'
import { blockExits as exitsIn } from '../exits.js'
import type { Edge, Flow, Group, Variable } from '../flow-schema.js'
import { itemsOf } from '../items.js'
import type { Location } from './problem.js'

/** A block with its position; `node` is its number in the order of the document. */
export interface BlockLocation {
  readonly node: number
  readonly block: Block
  readonly group: Group
  readonly index: number
  readonly location: Location & { path: string }
}

/** An exit of an event, a block, an item or a path of an item: the edge that it names. */
export interface Exit {
  readonly edgeId: string
  readonly location: Location & { path: string }
}

/** The parts of a flow by id. If several have the same id, the first one counts, as in a run. */
export interface FlowParts {
  readonly flow: Flow
  readonly groupById: ReadonlyMap<string, Group>
  readonly groupByTitle: ReadonlyMap<string, Group>
  readonly edgeById: ReadonlyMap<string, Edge>
  readonly variableById: ReadonlyMap<string, Variable>
  readonly variableByName: ReadonlyMap<string, Variable>
  readonly blocks: readonly BlockLocation[]
  /** Number of the first block of each group that has one. */
  readonly firstNode: ReadonlyMap<Group, number>
  readonly nodeById: ReadonlyMap<string, BlockLocation>
  readonly exits: readonly Exit[]
}

export const partsOf = (flow: Flow): FlowParts => {
  const blocks: BlockLocation[] = []
  const firstNode = new Map<Group, number>()
  for (const [g, group] of flow.groups.entries()) {
    if (group.blocks.length > 0) firstNode.set(group, blocks.length)
    for (const [index, block] of group.blocks.entries()) {
      const location = { groupId: group.id, blockId: block.id, path: `groups.${g}.blocks.${index}` }
      blocks.push({ node: blocks.length, block, group, index, location })
    }
  }
  return {
    flow,
    groupById: firstBy(flow.groups, (group) => group.id),
    groupByTitle: firstBy(flow.groups, (group) => group.title),
    edgeById: firstBy(flow.edges, (edge) => edge.id),
    variableById: firstBy(flow.variables, (variable) => variable.id),
    variableByName: firstBy(flow.variables, (variable) => variable.name),
    blocks,
    firstNode,
    nodeById: firstBy(blocks, ({ block }) => block.id),
    exits: [...eventExits(flow), ...blocks.flatMap(blockExits)],
  }
}

/** Number of the block that an edge leads to; undefined if there is none. A block that was deleted stands for the last one. */
export const nodeBehind = (parts: FlowParts, edgeId: string | undefined): number | undefined => {
  const edge = edgeId === undefined ? undefined : parts.edgeById.get(edgeId)
  const group = edge && parts.groupById.get(edge.to.groupId)
  const first = group && parts.firstNode.get(group)
  if (group === undefined || first === undefined) return undefined
  if (edge?.to.blockId === undefined) return first
  return blockIn(parts, group, edge.to.blockId)?.node ?? first + group.blocks.length - 1
}

/** The block with this id in a group. */
export const blockIn = (parts: FlowParts, group: Group, blockId: string): BlockLocation | undefined => {
  const found = parts.nodeById.get(blockId)
  return found?.group === group ? found : undefined
}

/** The group that a Jump names: by its id, else by its title. */
export const groupNamed = (parts: FlowParts, idOrTitle: string): Group | undefined =>
  parts.groupById.get(idOrTitle) ?? parts.groupByTitle.get(idOrTitle)

const eventExits = (flow: Flow): Exit[] =>
  flow.events.flatMap(({ id, outgoingEdgeId }, e) =>
    outgoingEdgeId === undefined ? [] : [{ edgeId: outgoingEdgeId, location: { eventId: id, path: `events.${e}` } }],
  )

interface Leavable {
  id: string
  outgoingEdgeId?: string
  paths?: Leavable[]
}

const blockExits = ({ block, location }: BlockLocation): Exit[] => {
  const exits: Exit[] = []
  const add = (part: Leavable, at: Exit['location']) => {
    if (part.outgoingEdgeId !== undefined) exits.push({ edgeId: part.outgoingEdgeId, location: at })
  }
  for (const [i, item] of itemsOf(block).entries()) {
    const at = { ...location, itemId: item.id, path: `${location.path}.items.${i}` }
    add(item, at)
    for (const [p, path] of (item.paths ?? []).entries()) add(path, { ...at, path: `${at.path}.paths.${p}` })
  }
  for (const [i, exit] of exitsIn(block).entries())
    if (exit.outgoingEdgeId !== undefined)
      exits.push({
        edgeId: exit.outgoingEdgeId,
        location: { ...location, itemId: exit.id, path: `${location.path}.exits.${i}` },
      })
  add(block, location)
  return exits
}

const firstBy = <T>(items: readonly T[], key: (item: T) => string): Map<string, T> => {
  const map = new Map<string, T>()
  for (const item of items) if (!map.has(key(item))) map.set(key(item), item)
  return map
}
