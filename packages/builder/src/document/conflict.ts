import type { Edge } from '@colloquy/flow'
import {
  type BotDocument,
  type Identified,
  type MergeConflict,
  type Operation,
  type Path,
  valueAt,
} from '@colloquy/flow/operations'

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
export function withoutPartsOfRetyped(conflicts: readonly MergeConflict[]): MergeConflict[] {
  const keyOf = (path: Path) => path.slice(0, 4).join('/')
  const retyped = new Set(conflicts.flatMap((it) => retypedBlock(it)?.join('/') ?? []))
  return conflicts.filter((it) => retypedBlock(it) || !retyped.has(keyOf(it.path)))
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
