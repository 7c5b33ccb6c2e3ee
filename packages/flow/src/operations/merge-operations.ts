import type { Edge } from '../flow-schema.js'
import type { BotDocument } from './bot-document.js'
import { diffAt } from './diff.js'
import { equal } from './equal.js'
import { locationOf, type Operation } from './operation.js'
import { elementPath, type Identified, isIdentifiedList, isPlain, locationFor, type Path } from './path.js'
import { relocate } from './relocate.js'
import { repairReferences } from './repair-references.js'
import { blocksIn, isBlockList, WorkingBot } from './working-bot.js'

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
  conflicts: Conflict[]
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
  const refusedBlocks = new Set(merged.conflicts.filter(isRefused).map((it) => blockOf(operations[it.operation]!)))
  if (refusedBlocks.size === 0) return merged
  const indexes = operations.map((_, index) => index)
  const isKept = (index: number) => !refusedBlocks.has(blockOf(operations[index]!))
  const kept = indexes.filter(isKept)
  const others = mergeEach(
    document,
    kept.map((index) => operations[index]!),
  )
  const bot = new WorkingBot(others.document)
  const conflicts = indexes.flatMap((index): Conflict[] => {
    const operation = operations[index]!
    if (isKept(index)) return []
    const path = locationOf(relocate(bot, operation))
    return [{ operation: index, reason: 'changed', path, mine: mineOf(operation), theirs: bot.valueAt(path) }]
  })
  const rest = others.conflicts.map((conflict) => ({ ...conflict, operation: kept[conflict.operation]! }))
  return { document: others.document, conflicts: [...rest, ...lastOfEach(conflicts)] }
}

/** The id of the block that an operation changes, wherever the block is now; undefined if it changes none. */
function blockOf(operation: Operation): string | undefined {
  const [groups, , blocks, block] = locationOf(operation)
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
  const bot = new WorkingBot(document)
  const conflicts: Conflict[] = []
  const leaving = blocksRemovedBy(operations)
  operations.forEach((operation, index) => {
    for (const conflict of mergeOne(bot, operation, leaving)) conflicts.push({ operation: index, ...conflict })
  })
  const removals = conflicts.filter(({ operation }) => operations[operation]?.kind === 'remove')
  if (removals.length > 0) return { document, conflicts: removals }
  const merged = bot.document
  if (!operations.some(concernsEdges)) return { document: merged, conflicts: lastOfEach(conflicts) }
  const drawn = new Map(
    operations.flatMap((it, index) =>
      it.kind === 'insert' && it.spot.list[0] === 'edges' ? [[it.element.id, index] as const] : [],
    ),
  )
  const mended = repairReferences(merged, document, new Set(drawn.keys()))
  const refusedIds = new Set(conflicts.map(({ mine }) => mine))
  for (const edge of mended.torn) {
    const index = drawn.get(edge.id)
    if (index !== undefined && !refusedIds.has(edge.id)) conflicts.push(tornEdge(index, edge))
  }
  return { document: mended.document, conflicts: lastOfEach(conflicts) }
}

/**
 * Applies batches one after another, as `mergeOperations` does each of them. Returns undefined if one of them conflicts or breaks an edge.
 * The edges are looked at once for all batches.
 */
export function mergeBatches(
  document: BotDocument,
  batches: readonly (readonly Operation[])[],
): BotDocument | undefined {
  const bot = new WorkingBot(document)
  for (const operations of batches) {
    const leaving = blocksRemovedBy(operations)
    if (operations.some((operation) => mergeOne(bot, operation, leaving).length > 0)) return undefined
  }
  const merged = bot.document
  const all = batches.flat()
  if (!all.some(concernsEdges)) return merged
  const drawn = all.flatMap((it) => (it.kind === 'insert' && it.spot.list[0] === 'edges' ? [it.element.id] : []))
  return repairReferences(merged, document, new Set(drawn)).document === merged ? merged : undefined
}

type FoundConflict = Omit<Conflict, 'operation'>

/**
 * Applies one operation to a document that others may have changed, as `mergeOperations` does, but repairs no edges. Returns the conflicts.
 * `leaving` are the ids of blocks that later operations remove.
 */
export function mergeOne(
  bot: WorkingBot,
  operation: Operation,
  leaving: ReadonlySet<string> = new Set(),
): FoundConflict[] {
  return apply(bot, relocate(bot, operation), leaving)
}

function apply(bot: WorkingBot, operation: Operation, leaving: ReadonlySet<string>): FoundConflict[] {
  switch (operation.kind) {
    case 'set':
      return applySet(bot, operation, leaving)
    case 'insert':
      return applyInsert(bot, operation, leaving)
    case 'remove':
      return applyRemove(bot, operation)
    case 'move':
      return applyMove(bot, operation)
  }
}

function applySet(
  bot: WorkingBot,
  { path, value, was }: Operation & { kind: 'set' },
  leaving: ReadonlySet<string>,
): FoundConflict[] {
  const gone = missingElement(bot, path)
  if (gone && value === undefined) return []
  if (gone) return [{ reason: 'deleted', path: gone, mine: value, theirs: undefined }]
  const theirs = bot.valueAt(path)
  if (equal(theirs, value)) return []
  if (equal(theirs, was)) {
    if (bot.apply({ kind: 'set', ...locationFor(bot, path, value) })) return []
  } else {
    const finer = finerThan(path, was, value, theirs)
    if (finer) return finer.flatMap((operation) => apply(bot, operation, leaving))
  }
  return [{ reason: 'changed', path, mine: value, theirs }]
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
  bot: WorkingBot,
  operation: Operation & { kind: 'insert' },
  leaving: ReadonlySet<string>,
): FoundConflict[] {
  const { list } = operation.spot
  const { element } = operation
  const path = elementPath(list, element.id)
  const gone = missingElement(bot, list)
  if (gone || !bot.hasList(list)) return [{ reason: 'deleted', path: gone ?? list, mine: element, theirs: undefined }]
  const there = bot.valueAt(path)
  if (equal(there, element)) return []
  const other = there === undefined ? namesake(bot, operation, leaving) : { path, theirs: there }
  if (other) return [{ reason: 'taken', ...other, mine: element }]
  bot.apply(operation)
  return []
}

/** A block elsewhere with the same id as the inserted one, or as one inside the inserted group, unless the batch removes it. */
function namesake(
  bot: WorkingBot,
  operation: Operation & { kind: 'insert' },
  leaving: ReadonlySet<string>,
): { path: Path; theirs: unknown } | undefined {
  for (const { id } of blocksOf(operation)) {
    const path = leaving.has(id) ? undefined : bot.pathOfBlock(id)
    if (path) return { path, theirs: bot.valueAt(path) }
  }
  return undefined
}

function applyRemove(bot: WorkingBot, operation: Operation & { kind: 'remove' }): FoundConflict[] {
  const { list } = operation.spot
  const { element } = operation
  const theirs = bot.elementLike(list, element)
  if (theirs === undefined) return []
  if (!equal(theirs, element))
    return [{ reason: 'changed', path: elementPath(list, element.id), mine: undefined, theirs }]
  bot.apply(operation)
  return []
}

function applyMove(bot: WorkingBot, operation: Operation & { kind: 'move' }): FoundConflict[] {
  const { id, from, to } = operation
  const gone = missingElement(bot, to.list)
  if (gone) return [{ reason: 'deleted', path: gone, mine: to.list, theirs: undefined }]
  const list = [from.list, to.list].find((it) => bot.has(elementPath(it, id)))
  if (list) {
    bot.apply({ ...operation, from: { ...from, list } })
    return []
  }
  const path = elementPath(from.list, id)
  const found = isBlockList(from.list) ? bot.pathOfBlock(id) : undefined
  if (!found) return [{ reason: 'deleted', path, mine: to.list, theirs: undefined }]
  return [{ reason: 'changed', path: found, mine: to.list, theirs: found.slice(0, -1) }]
}

/** The first element on a path that no longer exists. */
function missingElement(bot: WorkingBot, path: Path): Path | undefined {
  for (let depth = 1; depth <= path.length; depth += 1) {
    const way = path.slice(0, depth)
    if (way.at(-1)?.startsWith('#') && !bot.has(way)) return way
  }
  return undefined
}

/** Setting fields inside blocks breaks no edge. */
const concernsEdges = (operation: Operation): boolean =>
  operation.kind !== 'set' ||
  operation.path[0] === 'edges' ||
  JSON.stringify([operation.path.at(-1), operation.value, operation.was]).includes('outgoingEdgeId')

const tornEdge = (operation: number, edge: Edge): Conflict => ({
  operation,
  reason: 'deleted',
  path: ['groups', `#${edge.to.groupId}`],
  mine: edge,
  theirs: undefined,
})

/** Of several conflicts at one place, the last one has the final value of the batch. */
export const lastOfEach = (conflicts: readonly Conflict[]): Conflict[] => [
  ...new Map(conflicts.map((conflict) => [JSON.stringify(conflict.path), conflict])).values(),
]
