import { type CompiledFlow, targetOfEdge } from '@colloquy/engine'
import { type Side, sidesOf } from './sides.js'

/** Ids that runs have visited. */
export interface Visited {
  blocks: Set<string>
  edges: Set<string>
  /** Sides of conditions. */
  sides: Set<string>
}

/** Coverage of a flow by a set of tests. */
export interface Coverage {
  blocks: { id: string; isCovered: boolean }[]
  /** Each exit of each block that leads somewhere. */
  edges: { id: string; isCovered: boolean }[]
  /** Both sides of each condition, also those without an edge. */
  sides: (Side & { isCovered: boolean })[]
  /** Percentage of all of them that is covered, 0 to 100, rounded down: 100 means everything. A side counts once, as its edge. */
  percent: number
  /** The same, by kind. */
  percents: { blocks: number; edges: number; sides: number }
}

export const nothingVisited = (): Visited => ({ blocks: new Set(), edges: new Set(), sides: new Set() })

export function coverageOf(compiledFlow: CompiledFlow, visited: Visited): Coverage {
  const blocks = compiledFlow.groups
    .flatMap((group) => group.blocks)
    .filter((block) => block.isMuted !== true)
    .map(({ id }) => ({ id, isCovered: visited.blocks.has(id) }))
  const edges = liveEdges(compiledFlow).map((id) => ({ id, isCovered: visited.edges.has(id) }))
  const sides = sidesOf(compiledFlow).map((side) => ({ ...side, isCovered: visited.sides.has(side.id) }))
  return {
    blocks,
    edges,
    sides,
    percent: percentOf([...blocks, ...edges, ...sides.filter(({ edgeId }) => edgeId === undefined)]),
    percents: { blocks: percentOf(blocks), edges: percentOf(edges), sides: percentOf(sides) },
  }
}

function percentOf(parts: readonly { isCovered: boolean }[]): number {
  const covered = parts.filter(({ isCovered }) => isCovered).length
  return parts.length === 0 ? 100 : Math.floor((100 * covered) / parts.length)
}

/** Edges that lead somewhere. */
export function liveEdges(compiledFlow: CompiledFlow): string[] {
  return [...compiledFlow.edgeById.keys()].filter((id) => targetOfEdge(compiledFlow, id) !== undefined)
}

/**
 * Records what one turn has visited. The engine records the edges of items; those that belong to a whole block or an event follow from the
 * path, because they lead to the next block in it.
 */
export function noteVisited(
  visited: Visited,
  compiledFlow: CompiledFlow,
  {
    path,
    sides = [],
    edgeIds,
    waited,
    isStart,
    startEventId,
  }: {
    path: readonly string[]
    sides?: readonly string[]
    edgeIds: readonly string[]
    /** The block that the turn replied to. */
    waited: string | undefined
    isStart: boolean
    /** The event with which the chat started; by default the start event. */
    startEventId?: string | undefined
  },
): void {
  for (const id of path) if (compiledFlow.blockById.has(id)) visited.blocks.add(id)
  for (const id of edgeIds) if (compiledFlow.edgeById.has(id)) visited.edges.add(id)
  for (const id of sides) visited.sides.add(id)
  const [first] = path
  if (isStart && first !== undefined) {
    const event = compiledFlow.events.find(({ id, type }) => (startEventId ? id === startEventId : type === 'start'))
    noteEdge(visited, compiledFlow, event && 'outgoingEdgeId' in event ? event.outgoingEdgeId : undefined, first)
  }
  const way = waited === undefined ? path : [waited, ...path]
  for (let at = 0; at + 1 < way.length; at++) {
    const block = compiledFlow.blockById.get(way[at] as string)?.block
    const next = way[at + 1] as string
    noteEdge(visited, compiledFlow, block?.outgoingEdgeId, next)
  }
}

function noteEdge(visited: Visited, compiledFlow: CompiledFlow, edgeId: string | undefined, next: string): void {
  const target = targetOfEdge(compiledFlow, edgeId)
  if (edgeId === undefined || !target) return
  const blocks = compiledFlow.groupById.get(target.groupId)?.blocks ?? []
  const from =
    target.blockId === undefined
      ? 0
      : Math.max(
          0,
          blocks.findIndex(({ id }) => id === target.blockId),
        )
  const entered = blocks.slice(from).find((block) => block.isMuted !== true)
  if (entered?.id === next) visited.edges.add(edgeId)
}
