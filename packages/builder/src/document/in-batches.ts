import type { Edge } from '@colloquy/flow'
import {
  applyOperations,
  BlockPlaces,
  type BotDocument,
  diff,
  equal,
  exitPath,
  invertOperations,
  type Operation,
  valueAt,
} from '@colloquy/flow/operations'

/** Operations that are sent together. A batch that is sent again under its id is applied once. */
export interface Batch {
  id: string
  operations: readonly Operation[]
  /** The batch that the server refused and that this is a part of. */
  partOf?: string
}

/** Maximum number of operations per batch. */
export const mostOperations = 500

/**
 * Divides an edit of a document into batches that the server accepts. The server repairs edges after each batch, so an edit of several
 * batches removes edges first and adds edges last, each together with its exit: no batch leaves an edge incomplete.
 */
export function inBatches(before: BotDocument, operations: readonly Operation[], newId: () => string): Batch[] {
  if (operations.length <= mostOperations) return [{ id: newId(), operations }]
  const batches: Operation[][] = []
  for (const step of stepsOf(before, operations)) {
    const last = batches.at(-1)
    if (last && last.length + step.length <= mostOperations) last.push(...step)
    else batches.push([...step])
  }
  return batches.map((step) => ({ id: newId(), operations: step }))
}

/** Divides an edit in two, so that its edges stay whole; undefined if it cannot be divided. */
export function inHalves(
  before: BotDocument,
  operations: readonly Operation[],
  newId: () => string,
): Batch[] | undefined {
  const steps = withMoves(stepsOf(before, operations))
  if (steps.length < 2) return undefined
  const middle = Math.ceil(steps.length / 2)
  return [steps.slice(0, middle), steps.slice(middle)].map((half) => ({ id: newId(), operations: half.flat() }))
}

/** The same steps, but a block removed in one place and inserted in another is one step: half of it would lose the block. */
function withMoves(steps: readonly Operation[][]): Operation[][] {
  const removedIn = new Map<string, number>()
  const joined = [...steps]
  steps.forEach((step, index) => {
    for (const id of idsOf(step, 'remove')) removedIn.set(id, index)
  })
  steps.forEach((step, index) => {
    for (const from of new Set(idsOf(step, 'insert').flatMap((id) => removedIn.get(id) ?? []))) {
      if (from === index) continue
      const [first, last] = from < index ? [from, index] : [index, from]
      joined[last] = [...joined[first]!, ...joined[last]!]
      joined[first] = []
      for (const [id, at] of removedIn) if (at === first) removedIn.set(id, last)
    }
  })
  return joined.filter((step) => step.length > 0)
}

const idsOf = (step: readonly Operation[], kind: 'insert' | 'remove'): string[] =>
  step.flatMap((it) => (it.kind === kind && it.spot.list[0] === 'groups' ? idsIn(it.element) : []))

/** All ids inside a value. */
export const idsIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(idsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'id' && typeof inner === 'string' ? [inner] : idsIn(inner),
  )
}

/** Equivalent operations, in steps that must stay together. */
function stepsOf(before: BotDocument, operations: readonly Operation[]): Operation[][] {
  const after = applyOperations(before, operations)
  const additions = edgeAdditions(after, before)
  const removals = edgeAdditions(before, after).map(invertOperations).reverse()
  const withoutErased = applyOperations(before, removals.flat())
  const withoutAdded = applyOperations(after, additions.map(invertOperations).reverse().flat())
  const between = diff(withoutErased, withoutAdded).map((operation) => [operation])
  return [...removals, ...between, ...additions]
}

/** Returns the operations that add the edges which only one of two documents has: the exit of each, and the edge itself. */
function edgeAdditions(document: BotDocument, other: BotDocument): Operation[][] {
  const places = new BlockPlaces()
  const known = new Map(other.edges.map((edge) => [edge.id, edge]))
  let after: string | null = null
  return document.edges.flatMap((edge) => {
    const spot = { list: ['edges'], after }
    after = edge.id
    if (equal(known.get(edge.id), edge)) return []
    const insert: Operation = { kind: 'insert', spot, element: { ...edge } }
    return [[...exitOf(document, edge, places), insert]]
  })
}

function exitOf(document: BotDocument, edge: Edge, places: BlockPlaces): Operation[] {
  const path = exitPath(document, edge.from, places)
  return path && valueAt(document, path) === edge.id ? [{ kind: 'set', path, value: edge.id, was: undefined }] : []
}
