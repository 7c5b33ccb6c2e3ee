import {
  type BotDocument,
  elementPath,
  equal,
  invertOperations,
  mergeOne,
  type Operation,
  WorkingBot,
} from '@colloquy/flow/operations'
import type { Batch } from './pending.js'

/**
 * Rebases pending batches on a document that the server has cleaned up meanwhile. The cleanup counts as seen here, not as a change by
 * somebody else.
 */
export function rebasedOnCleanup(pending: readonly Batch[], seen: BotDocument, cleaned: BotDocument): readonly Batch[] {
  if (equal(seen, cleaned)) return pending
  const [before, after] = [new WorkingBot(seen), new WorkingBot(cleaned)]
  return pending.map((batch) => ({
    ...batch,
    operations: batch.operations.map((operation) => {
      const anchored = anchor(operation, before, after)
      mergeOne(before, operation)
      mergeOne(after, anchored)
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
  const recent = edits.slice(-maxRecalled).toReversed()
  const steps = recent.map(({ operations }) => ({ id: '', operations: invertOperations(operations) }))
  const anchored = rebasedOnCleanup(steps, seen, cleaned).map(({ operations }) => invertOperations(operations))
  const changed = recent.map((edit, index) => ({ ...edit, operations: anchored[index]! })).toReversed()
  return [...edits.slice(0, -maxRecalled), ...changed]
}

/** Number of latest edits to adapt: the server cleans up what was changed last. */
const maxRecalled = 10

function anchor(operation: Operation, before: WorkingBot, after: WorkingBot): Operation {
  if (operation.kind === 'set') {
    const { path, was } = operation
    return equal(before.valueAt(path), was) ? { ...operation, was: after.valueAt(path) } : operation
  }
  if (operation.kind !== 'remove') return operation
  const path = elementPath(operation.spot.list, operation.element.id)
  const element = after.valueAt(path)
  const isSeen = element !== undefined && equal(before.valueAt(path), operation.element)
  return isSeen ? { ...operation, element: element as typeof operation.element } : operation
}
