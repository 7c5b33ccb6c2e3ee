import { type BotDocument, equal, type Operation } from '@colloquy/flow/operations'
import { type Batch, inBatches, maxOperations } from './in-batches.js'

export type { Batch }

/**
 * Adds the operations of an edit of the document `before` to those that wait. They join the last batch unless that is under way already. What removes
 * something goes alone, because the service takes or refuses it as a whole. An edit of more operations goes in several batches.
 */
export function addPending(
  pending: readonly Batch[],
  operations: readonly Operation[],
  { before, newId, sentId }: { before: BotDocument; newId: () => string; sentId: string | undefined },
): readonly Batch[] {
  const last = pending.at(-1)
  const isJoining =
    last !== undefined &&
    last.id !== sentId &&
    last.operations.length + operations.length <= maxOperations &&
    ![...last.operations, ...operations].some(({ kind }) => kind === 'remove')
  if (!isJoining) return [...pending, ...inBatches(before, operations, newId)]
  const joined = operations.reduce(join, last.operations)
  return joined.length === 0 ? pending.slice(0, -1) : pending.with(-1, { ...last, operations: joined })
}

/** How many edits wait, as a person would count them: a word typed is one. */
export const countPending = (pending: readonly Batch[]): number =>
  pending.reduce((sum, { operations }) => sum + operations.length, 0)

/** A field that is set twice in a row is set once; one that is as it was is not set at all. */
export function join(operations: readonly Operation[], operation: Operation): readonly Operation[] {
  const last = operations.at(-1)
  if (operation.kind !== 'set' || last?.kind !== 'set' || !equal(last.path, operation.path)) {
    return [...operations, operation]
  }
  if (equal(last.was, operation.value)) return operations.slice(0, -1)
  return operations.with(-1, { ...last, value: operation.value })
}
