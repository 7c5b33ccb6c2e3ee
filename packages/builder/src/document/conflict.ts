import type { Edge } from '@colloquy/flow'
import {
  type BotDocument,
  type Identified,
  type MergeConflict,
  type Operation,
  type Path,
  valueAt,
} from '@colloquy/flow/operations'
import { connect } from './commands/connect.js'
import { deleteBlock } from './commands/delete-block.js'
import { deleteNodes } from './commands/delete-nodes.js'
import { disconnect } from './commands/disconnect.js'
import { replaceBlock } from './commands/replace-block.js'
import type { Command, Draft } from './draft.js'

/** A place that somebody else changed first. The document contains their version; `mine` is kept as the alternative. */
export interface Conflict {
  path: Path
  reason: 'changed' | 'deleted' | 'taken'
  mine: unknown
  /** The element that somebody else deleted, with all edits made here. */
  rescued?: { list: Path; element: Identified; index: number }
  /** The edge whose exit or target is gone. */
  edge?: Edge
}

/** Replaces the version of somebody else with one's own; undefined if nothing can be restored. */
export function takeMine(conflict: Conflict, newId: () => string): Command | undefined {
  const { path, reason, mine, rescued, edge } = conflict
  if (rescued) return bringBack(rescued, edge, newId)
  if (edge) return reason === 'deleted' ? undefined : connect(newId(), edge.from, edge.to)
  if (reason !== 'changed') return undefined
  const last = path.at(-1) ?? ''
  if (last === 'outgoingEdgeId') {
    return (draft) => {
      const now = valueAt(draft.document, path)
      if (typeof now === 'string') disconnect([now])(draft)
    }
  }
  if (!last.startsWith('#')) return (draft) => draft.set(path, mine)
  const id = last.slice(1)
  const list = path.slice(0, -1)
  if (Array.isArray(mine)) return (draft) => draft.move(list, id, mine as Path, Number.MAX_SAFE_INTEGER)
  if (mine !== undefined) {
    return (draft) => {
      const edges = new Set(draft.document.edges.map((it) => it.id))
      replaceBlock(withoutLooseExits(mine, edges) as Identified)(draft)
    }
  }
  if (path.length === 2 && (path[0] === 'groups' || path[0] === 'events')) return deleteNodes([id])
  return path.length === 4 && path[2] === 'blocks' ? deleteBlock(id) : (draft) => draft.remove(list, id)
}

/** The element that others deleted before operations on it were applied, as it is in a document that still has it. */
export function rescue(document: BotDocument, path: Path): Conflict['rescued'] {
  const id = path.at(-1)?.slice(1)
  const list = path.slice(0, -1)
  const siblings = valueAt(document, list) as Identified[] | undefined
  const index = siblings?.findIndex((element) => element.id === id) ?? -1
  const element = siblings?.[index]
  return element && { list, element, index }
}

/** The path of a block whose type somebody else has changed too: the block is one place then. */
export function retypedBlock({ path, reason }: MergeConflict): Path | undefined {
  const isType = path.length === 5 && path[2] === 'blocks' && path[4] === 'type' && reason === 'changed'
  return isType ? path.slice(0, 4) : undefined
}

/** The conflicts without those inside a block that is one place. */
export function withoutPartsOfRetyped(refusals: readonly MergeConflict[]): MergeConflict[] {
  const keyOf = (path: Path) => path.slice(0, 4).join('/')
  const retyped = new Set(refusals.flatMap((it) => retypedBlock(it)?.join('/') ?? []))
  return refusals.filter((it) => retypedBlock(it) || !retyped.has(keyOf(it.path)))
}

/** The edge that a batch would have added from an exit, or to a place that is gone. */
export function edgeOf(operations: readonly Operation[], mine: unknown): Edge | undefined {
  const id = typeof mine === 'string' ? mine : (mine as { id?: unknown } | undefined)?.id
  for (const operation of operations) {
    const isEdge = operation.kind === 'insert' && operation.spot.list[0] === 'edges'
    if (isEdge && operation.element.id === id) return operation.element as unknown as Edge
  }
  return undefined
}

function bringBack(
  { list, element, index }: NonNullable<Conflict['rescued']>,
  edge: Edge | undefined,
  newId: () => string,
): Command {
  return (draft: Draft) => {
    const edges = new Set(draft.document.edges.map(({ id }) => id))
    draft.insert(list, withoutLooseExits(element, edges) as Identified, index)
    if (edge) connect(newId(), edge.from, edge.to)(draft)
  }
}

function withoutLooseExits(value: unknown, edges: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((element) => withoutLooseExits(element, edges))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key, inner]) => key !== 'outgoingEdgeId' || edges.has(inner))
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutLooseExits(inner, edges)]))
}
