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
 * What waits, as if it had been made on a document that the service has cleaned up meanwhile: what was seen here is what the
 * service made of it, not what somebody else did.
 */
export function reanchored(pending: readonly Batch[], seen: BotDocument, cleaned: BotDocument): readonly Batch[] {
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

/** Edits as they are to be taken back once the service has cleaned up what they made: that is no change by somebody else, either. */
export function recalled<Edit extends { readonly operations: readonly Operation[] }>(
  edits: readonly Edit[],
  seen: BotDocument,
  cleaned: BotDocument,
): readonly Edit[] {
  if (equal(seen, cleaned)) return edits
  const recent = edits.slice(-mostRecalled).toReversed()
  const steps = recent.map(({ operations }) => ({ id: '', operations: invertOperations(operations) }))
  const anchored = reanchored(steps, seen, cleaned).map(({ operations }) => invertOperations(operations))
  const changed = recent.map((edit, index) => ({ ...edit, operations: anchored[index]! })).toReversed()
  return [...edits.slice(0, -mostRecalled), ...changed]
}

/** What the service cleans up is what was made last. */
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
