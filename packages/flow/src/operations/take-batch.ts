import type { BotDocument } from './bot-document.js'
import { diff } from './diff.js'
import { mergeOperations, type Refusal } from './merge-operations.js'
import type { Operation } from './operation.js'
import { elementPath, type Path, valueAt } from './path.js'
import { type PartIssue, readChangedParts } from './read-changed-parts.js'

export interface BatchOptions {
  /** Whether others have changed the document since the operations were made. */
  isBehind: boolean
  /** Makes a changed document comply with rules beyond its schemas. */
  clean?: (document: BotDocument, before: BotDocument) => BotDocument
}

export type BatchOutcome =
  | { kind: 'taken'; document: BotDocument; operations: Operation[]; refusals: Refusal[] }
  | { kind: 'invalid'; issues: (PartIssue & { operation: number })[] }

/**
 * Takes a batch of operations into the stored document: merged with what others did, read by the schemas, cleaned. The operations of
 * the outcome make exactly the new document of the old one. What does not fit the schemas is the mistake of who sent it; but when
 * others have changed the document meanwhile it may come of both edits together, and is refused like any conflict.
 */
export function takeBatch(
  before: BotDocument,
  operations: readonly Operation[],
  { isBehind, clean = (document) => document }: BatchOptions,
): BatchOutcome {
  const dropped: Refusal[] = []
  for (;;) {
    const kept = operations.map((_, index) => index).filter((index) => !dropped.some((it) => it.operation === index))
    const merged = mergeOperations(
      before,
      kept.map((index) => operations[index]!),
    )
    const read = readChangedParts(before, merged.document)
    if (read.ok) {
      const document = clean(read.document, before)
      const refusals = [...dropped, ...merged.refusals.map((it) => ({ ...it, operation: kept[it.operation]! }))]
      return { kind: 'taken', document, operations: diff(before, document), refusals }
    }
    const issues = read.issues.map((issue) => ({ operation: culprit(operations, kept, issue.path), ...issue }))
    if (!isBehind) return { kind: 'invalid', issues }
    for (const operation of new Set(issues.map((issue) => issue.operation)))
      dropped.push(unfitting(before, operation, operations[operation]!))
  }
}

/** The last operation that had to do with a place. */
function culprit(operations: readonly Operation[], kept: readonly number[], place: Path): number {
  const isNear = (index: number) => {
    const own = placeOf(operations[index]!)
    return own.every((segment, depth) => depth >= place.length || segment === place[depth])
  }
  const isInPart = (index: number) => placeOf(operations[index]!)[0] === place[0]
  return kept.findLast(isNear) ?? kept.findLast(isInPart) ?? kept.at(-1)!
}

/** Where an operation changes something. */
function placeOf(operation: Operation): Path {
  switch (operation.kind) {
    case 'set':
      return operation.path
    case 'insert':
    case 'remove':
      return elementPath(operation.spot.list, operation.element.id)
    case 'move':
      return elementPath(operation.to.list, operation.id)
  }
}

function unfitting(before: BotDocument, index: number, operation: Operation): Refusal {
  const path = placeOf(operation)
  const mine =
    operation.kind === 'set' ? operation.value : operation.kind === 'insert' ? operation.element : operation.kind
  return { operation: index, reason: 'changed', path, mine, theirs: valueAt(before, path) }
}
