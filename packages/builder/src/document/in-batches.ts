import type { Edge } from '@colloquy/flow'
import {
  applyOperations,
  type BotDocument,
  diff,
  equal,
  exitPath,
  invertOperations,
  type Operation,
  WorkingBot,
} from '@colloquy/flow/operations'

/** Operations that are sent together. A batch that is sent again under its id is applied once. */
export interface Batch {
  id: string
  operations: readonly Operation[]
  /** The batch that the server refused and that this is a part of. */
  partOf?: string
}

/** Maximum number of operations per batch. */
export const maxOperations = 500

/**
 * Divides an edit of a document into batches that the server accepts. The server repairs edges after each batch, so an edit of several
 * batches removes edges first and adds edges last, each together with its exit: no batch leaves an edge incomplete.
 */
export function inBatches(before: BotDocument, operations: readonly Operation[], newId: () => string): Batch[] {
  if (operations.length <= maxOperations) return [{ id: newId(), operations }]
  const batches: Operation[][] = []
  for (const step of stepsOf(before, operations)) {
    const last = batches.at(-1)
    if (last && last.length + step.length <= maxOperations) last.push(...step)
    else batches.push([...step])
  }
  return batches.map((step) => ({ id: newId(), operations: step }))
}

/** All ids inside a value. */
export const idsIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(idsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'id' && typeof inner === 'string' ? [inner] : idsIn(inner),
  )
}

/** Equivalent operations, in steps that must stay together. */
export function stepsOf(before: BotDocument, operations: readonly Operation[]): Operation[][] {
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
  const bot = new WorkingBot(document)
  const known = new Map(other.edges.map((edge) => [edge.id, edge]))
  let after: string | null = null
  return document.edges.flatMap((edge) => {
    const spot = { list: ['edges'], after }
    after = edge.id
    if (equal(known.get(edge.id), edge)) return []
    const insert: Operation = { kind: 'insert', spot, element: { ...edge } }
    return [[...exitOf(bot, edge), insert]]
  })
}

function exitOf(bot: WorkingBot, edge: Edge): Operation[] {
  const path = exitPath(bot, edge.from)
  return path && bot.valueAt(path) === edge.id ? [{ kind: 'set', path, value: edge.id, was: undefined }] : []
}
