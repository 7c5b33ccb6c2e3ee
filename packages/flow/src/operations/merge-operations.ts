import type { Edge } from '../flow-schema.js'
import { BlockPlaces, blocksIn, isBlockList } from './block-places.js'
import type { BotDocument } from './bot-document.js'
import { diffAt } from './diff.js'
import { equal } from './equal.js'
import { applyOperation, indexOfElement, type Operation, placeOf } from './operation.js'
import { elementPath, type Identified, isIdentifiedList, isPlain, type Path, placeFor, valueAt } from './path.js'
import { relocate } from './relocate.js'
import { repairReferences } from './repair-references.js'

/** A conflict: an operation that was skipped because somebody else had changed the same place, and both versions of that place. */
export interface Conflict {
  /** Its index in the batch. */
  operation: number
  /**
   * `changed`: it no longer has the value that the operation expects; `deleted`: it no longer exists; `taken`: something else has this id.
   */
  reason: 'changed' | 'deleted' | 'taken'
  path: Path
  mine?: unknown
  theirs?: unknown
}

export interface Merged {
  document: BotDocument
  refusals: Conflict[]
}

/**
 * Applies a batch of operations to a document that others have changed, as `mergeEach` does. The type of a block and the rest of it are one
 * place: a batch that changes both is applied to that block as a whole, or not at all.
 */
export function mergeOperations(document: BotDocument, operations: readonly Operation[]): Merged {
  const merged = mergeEach(document, operations)
  const retyped = new Set(operations.flatMap((it) => (changesType(it) ? [blockOf(it)] : [])))
  const isRefused = ({ operation, reason }: Conflict) =>
    reason === 'changed' && retyped.has(blockOf(operations[operation]!) ?? '')
  const refusedBlocks = new Set(merged.refusals.filter(isRefused).map((it) => blockOf(operations[it.operation]!)))
  if (refusedBlocks.size === 0) return merged
  const indexes = operations.map((_, index) => index)
  const isKept = (index: number) => !refusedBlocks.has(blockOf(operations[index]!))
  const kept = indexes.filter(isKept)
  const others = mergeEach(
    document,
    kept.map((index) => operations[index]!),
  )
  const refusals = indexes.flatMap((index): Conflict[] => {
    const operation = operations[index]!
    if (isKept(index)) return []
    const path = placeOf(relocate(others.document, operation))
    return [
      { operation: index, reason: 'changed', path, mine: mineOf(operation), theirs: valueAt(others.document, path) },
    ]
  })
  const rest = others.refusals.map((refusal) => ({ ...refusal, operation: kept[refusal.operation]! }))
  return { document: others.document, refusals: [...rest, ...lastOfEach(refusals)] }
}

/** The id of the block that an operation changes, wherever the block is now; undefined if it changes none. */
function blockOf(operation: Operation): string | undefined {
  const [groups, , blocks, block] = placeOf(operation)
  return groups === 'groups' && blocks === 'blocks' ? block : undefined
}

const changesType = (operation: Operation): boolean =>
  operation.kind === 'set' &&
  operation.path.length === 5 &&
  operation.path[4] === 'type' &&
  blockOf(operation) !== undefined

/** Returns the value that an operation would put at its place, or the kind of the operation if it has none. */
export const mineOf = (operation: Operation): unknown =>
  operation.kind === 'set' ? operation.value : operation.kind === 'insert' ? operation.element : operation.kind

/**
 * Applies a batch of operations to a document that others may have changed since the operations were made. Changes to different places are
 * both kept; at the same place the change of the others is kept, and the operation becomes a conflict. A batch that removes something which
 * others have changed conflicts as a whole, because its other operations prepare the removal. Broken edges are repaired.
 *
 * An operation whose result is already there is accepted without an effect, so that a batch can be applied twice. Order is not a value: if
 * an element is moved twice within its list, the later move counts.
 */
function mergeEach(document: BotDocument, operations: readonly Operation[]): Merged {
  let merged = document
  const refusals: Conflict[] = []
  const places = new BlockPlaces()
  const leaving = blocksRemovedBy(operations)
  operations.forEach((operation, index) => {
    const relocated = relocate(merged, operation, places)
    const laid =
      relocated.kind === 'insert' ? applyInsert(merged, relocated, places, leaving) : apply(merged, relocated, places)
    if (laid.document !== merged) places.applied(relocated)
    merged = laid.document
    for (const refusal of laid.refusals) refusals.push({ operation: index, ...refusal })
  })
  const removals = refusals.filter(({ operation }) => operations[operation]?.kind === 'remove')
  if (removals.length > 0) return { document, refusals: removals }
  if (!operations.some(concernsEdges)) return { document: merged, refusals: lastOfEach(refusals) }
  const drawn = new Map(
    operations.flatMap((it, index) =>
      it.kind === 'insert' && it.spot.list[0] === 'edges' ? [[it.element.id, index] as const] : [],
    ),
  )
  const mended = repairReferences(merged, document, new Set(drawn.keys()))
  const refusedIds = new Set(refusals.map(({ mine }) => mine))
  for (const edge of mended.torn) {
    const index = drawn.get(edge.id)
    if (index !== undefined && !refusedIds.has(edge.id)) refusals.push(tornEdge(index, edge))
  }
  return { document: mended.document, refusals: lastOfEach(refusals) }
}

type Applied = { document: BotDocument; refusals: Omit<Conflict, 'operation'>[] }

const taken = (document: BotDocument): Applied => ({ document, refusals: [] })
const refused = (document: BotDocument, refusal: Omit<Conflict, 'operation'>): Applied => ({
  document,
  refusals: [refusal],
})

function apply(document: BotDocument, operation: Operation, places: BlockPlaces): Applied {
  switch (operation.kind) {
    case 'set':
      return applySet(document, operation, places)
    case 'insert':
      return applyInsert(document, operation, places)
    case 'remove': {
      const path = elementPath(operation.spot.list, operation.element.id)
      const theirs = elementLike(document, operation.spot.list, operation.element)
      if (theirs === undefined) return taken(document)
      if (equal(theirs, operation.element)) return taken(applyOperation(document, operation))
      return refused(document, { reason: 'changed', path, mine: undefined, theirs })
    }
    case 'move':
      return applyMove(document, operation, places)
  }
}

/** The element of a list with the id of this one; of several, the one that equals it, else the first. */
function elementLike(document: BotDocument, list: Path, element: Identified): unknown {
  const siblings = valueAt(document, list)
  return Array.isArray(siblings) ? siblings[indexOfElement(siblings, element)] : undefined
}

function applySet(
  document: BotDocument,
  { path, value, was }: Operation & { kind: 'set' },
  places: BlockPlaces,
): Applied {
  const gone = missingElement(document, path)
  if (gone && value === undefined) return taken(document)
  if (gone) return refused(document, { reason: 'deleted', path: gone, mine: value, theirs: undefined })
  const theirs = valueAt(document, path)
  if (equal(theirs, value)) return taken(document)
  if (equal(theirs, was)) {
    const place = placeFor(document, path, value)
    const next = applyOperation(document, { kind: 'set', ...place, was: undefined })
    if (next !== document) return taken(next)
  } else {
    const finer = finerThan(path, was, value, theirs)
    if (finer)
      return finer.reduce<Applied>(
        (laid, operation) => after(laid, apply(laid.document, operation, places)),
        taken(document),
      )
  }
  return refused(document, { reason: 'changed', path, mine: value, theirs })
}

/** The finer operations that lead from the old value to the new one, if all three versions have such parts. */
function finerThan(path: Path, was: unknown, value: unknown, theirs: unknown): Operation[] | undefined {
  const isAlike = [value, theirs].every(isPlain) || [value, theirs].every(isIdentifiedList)
  if (!isAlike) return undefined
  const steps = diffAt(path, was ?? (Array.isArray(value) ? [] : {}), value)
  return steps.some((step) => step.kind === 'set' && step.path.length === path.length) ? undefined : steps
}

/** Ids of blocks that a batch removes: it may insert them elsewhere before. */
function blocksRemovedBy(operations: readonly Operation[]): ReadonlySet<string> {
  return new Set(operations.flatMap((it) => (it.kind === 'remove' ? blocksOf(it).map(({ id }) => id) : [])))
}

/** The block that an operation inserts or removes, or the blocks inside the group that it does. */
function blocksOf({ spot: { list }, element }: Operation & { kind: 'insert' | 'remove' }): readonly Identified[] {
  if (isBlockList(list)) return [element]
  return list.length === 1 && list[0] === 'groups' ? blocksIn(element) : []
}

function applyInsert(
  document: BotDocument,
  operation: Operation & { kind: 'insert' },
  places: BlockPlaces,
  leaving: ReadonlySet<string> = new Set(),
): Applied {
  const { list } = operation.spot
  const { element } = operation
  const path = elementPath(list, element.id)
  const gone = missingElement(document, list)
  if (gone || !Array.isArray(valueAt(document, list))) {
    return refused(document, { reason: 'deleted', path: gone ?? list, mine: element, theirs: undefined })
  }
  const there = valueAt(document, path)
  if (equal(there, element)) return taken(document)
  const other = there === undefined ? namesake(document, operation, places, leaving) : { path, theirs: there }
  if (other) return refused(document, { reason: 'taken', ...other, mine: element })
  return taken(applyOperation(document, operation))
}

/** A block elsewhere with the same id as the inserted one, or as one inside the inserted group, unless the batch removes it. */
function namesake(
  document: BotDocument,
  operation: Operation & { kind: 'insert' },
  places: BlockPlaces,
  leaving: ReadonlySet<string>,
): { path: Path; theirs: unknown } | undefined {
  for (const { id } of blocksOf(operation)) {
    if (leaving.has(id)) continue
    const found = places.find(document, id)
    if (found) return { path: ['groups', `#${found.group.id}`, 'blocks', `#${id}`], theirs: found.block }
  }
  return undefined
}

function applyMove(document: BotDocument, operation: Operation & { kind: 'move' }, places: BlockPlaces): Applied {
  const { id, from, to } = operation
  const gone = missingElement(document, to.list)
  if (gone) return refused(document, { reason: 'deleted', path: gone, mine: to.list, theirs: undefined })
  const list = [from.list, to.list].find((it) => valueAt(document, elementPath(it, id)) !== undefined)
  if (list) return taken(applyOperation(document, { ...operation, from: { ...from, list } }))
  const path = elementPath(from.list, id)
  const found = isBlockList(from.list) ? places.find(document, id) : undefined
  if (!found) return refused(document, { reason: 'deleted', path, mine: to.list, theirs: undefined })
  const theirs = ['groups', `#${found.group.id}`, 'blocks']
  return refused(document, { reason: 'changed', path: elementPath(theirs, id), mine: to.list, theirs })
}

/** The first element on a path that no longer exists. */
function missingElement(document: BotDocument, path: Path): Path | undefined {
  for (let depth = 1; depth <= path.length; depth += 1) {
    const way = path.slice(0, depth)
    if (way.at(-1)?.startsWith('#') && valueAt(document, way) === undefined) return way
  }
  return undefined
}

/** Setting fields inside blocks breaks no edge. */
const concernsEdges = (operation: Operation): boolean =>
  operation.kind !== 'set' ||
  operation.path[0] === 'edges' ||
  JSON.stringify([operation.path.at(-1), operation.value, operation.was]).includes('outgoingEdgeId')

const after = (before: Applied, next: Applied): Applied => ({
  document: next.document,
  refusals: [...before.refusals, ...next.refusals],
})

const tornEdge = (operation: number, edge: Edge): Conflict => ({
  operation,
  reason: 'deleted',
  path: ['groups', `#${edge.to.groupId}`],
  mine: edge,
  theirs: undefined,
})

/** Of several conflicts at one place, the last one has the final value of the batch. */
export const lastOfEach = (refusals: readonly Conflict[]): Conflict[] => [
  ...new Map(refusals.map((refusal) => [JSON.stringify(refusal.path), refusal])).values(),
]
