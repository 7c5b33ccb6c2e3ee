import {
  type BotDocument,
  elementPath,
  equal,
  invertOperations,
  mergeOperations,
  type Operation,
  valueAt,
} from '@colloquy/flow/operations'
import type { Batch } from './pending.js'

/**
 * Rebases pending batches on a document that the server has cleaned up meanwhile. The cleanup counts as seen here, not as a change by
 * somebody else.
 */
export function rebasedOnCleanup(pending: readonly Batch[], seen: BotDocument, cleaned: BotDocument): readonly Batch[] {
  let [before, after] = [seen, cleaned]
  if (equal(before, after)) return pending
  return pending.map((batch) => ({
    ...batch,
    operations: batch.operations.map((operation) => {
      const anchored = anchor(operation, before, after)
      before = mergeOperations(before, [operation]).document
      after = mergeOperations(after, [anchored]).document
      return anchored
    }),
  }))
}

/** Adapts edits for undo after the server has cleaned up their result, which does not count as a change by somebody else. */
export function editsAfterCleanup<Edit extends { readonly operations: readonly Operation[] }>(
  edits: readonly Edit[],
  seen: BotDocument,
  cleaned: BotDocument,
): readonly Edit[] {
  if (equal(seen, cleaned)) return edits
  const recent = edits.slice(-mostRecalled).toReversed()
  const steps = recent.map(({ operations }) => ({ id: '', operations: invertOperations(operations) }))
  const anchored = rebasedOnCleanup(steps, seen, cleaned).map(({ operations }) => invertOperations(operations))
  const changed = recent.map((edit, index) => ({ ...edit, operations: anchored[index]! })).toReversed()
  return [...edits.slice(0, -mostRecalled), ...changed]
}

/** Number of latest edits to adapt: the server cleans up what was changed last. */
const mostRecalled = 10

function anchor(operation: Operation, before: BotDocument, after: BotDocument): Operation {
  if (operation.kind === 'set') {
    const { path, was } = operation
    return equal(valueAt(before, path), was) ? { ...operation, was: valueAt(after, path) } : operation
  }
  if (operation.kind !== 'remove') return operation
  const path = elementPath(operation.spot.list, operation.element.id)
  const element = valueAt(after, path)
  const isSeen = element !== undefined && equal(valueAt(before, path), operation.element)
  return isSeen ? { ...operation, element: element as typeof operation.element } : operation
}
