import { type BotDocument, diff, equal, type Operation } from '@colloquy/flow/operations'
import { applyBatches, type Held, Reach, type Reason } from './held.js'
import { type Batch, idsIn, inBatches, stepsOf } from './in-batches.js'

/**
 * Prepares what is sent after the service refused the first pending batch for its content or size. Later edits of the same places may
 * correct it, so they are joined first. Then the named operations are held back, with those that need them. If none is named, the batch is
 * sent in halves, until a single step is left.
 */
export function afterConflict(
  base: BotDocument,
  pending: readonly Batch[],
  reasons: readonly Reason[],
  newId: () => string,
): { pending: readonly Batch[]; held?: Held } {
  const [first, ...rest] = pending
  if (!first) return { pending }
  const reach = new Reach(first.operations)
  const isPart = ({ partOf }: Batch) => partOf !== undefined && partOf === first.partOf
  const isLaterEdit = (batch: Batch) =>
    !isPart(batch) && batch.operations.some((operation) => reach.concerns(operation))
  const isEditedLater = rest.some(isLaterEdit)
  if (isEditedLater || first.partOf === undefined) {
    const joining = isEditedLater ? pending : [first]
    const joined = inBatches(base, diff(base, applyBatches(base, joining)), newId)
    const isNew = !equal(operationsOf(joined), operationsOf(joining))
    if (isNew) return { pending: isEditedLater ? joined : [...joined, ...rest] }
  }
  const named = reasons.filter(({ operation }) => operation !== undefined && operation < first.operations.length)
  const halves = named.length === 0 ? inHalves(base, first.operations, newId) : undefined
  if (halves) {
    const partOf = first.partOf ?? first.id
    return { pending: [...halves.map((half) => ({ ...half, partOf })), ...rest] }
  }
  const culprits = named.length === 0 ? first.operations : named.map(({ operation }) => first.operations[operation!]!)
  const operations = withDependents(first.operations, culprits)
  const kept = first.operations.filter((operation) => !operations.includes(operation))
  const message = (named[0] ?? reasons[0])?.message ?? ''
  return {
    pending: kept.length === 0 ? rest : [{ ...first, id: newId(), operations: kept }, ...rest],
    held: { id: newId(), operations, message },
  }
}

const operationsOf = (batches: readonly Batch[]) => batches.map(({ operations }) => operations)

/** The operations among all that have an effect only together with the culprits, including these. */
function withDependents(all: readonly Operation[], culprits: readonly Operation[]): Operation[] {
  let found = new Set(culprits)
  for (let size = 0; size < found.size; ) {
    size = found.size
    const reach = new Reach([...found])
    found = new Set(all.filter((operation) => found.has(operation) || reach.concerns(operation)))
  }
  return [...found]
}

/** Divides an edit in two, so that its edges stay whole; undefined if it cannot be divided. */
function inHalves(before: BotDocument, operations: readonly Operation[], newId: () => string): Batch[] | undefined {
  const steps = withMoves(stepsOf(before, operations))
  if (steps.length < 2) return undefined
  const middle = Math.ceil(steps.length / 2)
  return [steps.slice(0, middle), steps.slice(middle)].map((half) => ({ id: newId(), operations: half.flat() }))
}

/** The same steps, but a block removed in one place and inserted in another is one step: half of it would lose the block. */
function withMoves(steps: readonly Operation[][]): Operation[][] {
  const removedIn = new Map<string, number>()
  const joined = [...steps]
  steps.forEach((step, index) => {
    for (const id of idsOf(step, 'remove')) removedIn.set(id, index)
  })
  steps.forEach((step, index) => {
    for (const from of new Set(idsOf(step, 'insert').flatMap((id) => removedIn.get(id) ?? []))) {
      if (from === index) continue
      const [first, last] = from < index ? [from, index] : [index, from]
      joined[last] = [...joined[first]!, ...joined[last]!]
      joined[first] = []
      for (const [id, at] of removedIn) if (at === first) removedIn.set(id, last)
    }
  })
  return joined.filter((step) => step.length > 0)
}

const idsOf = (step: readonly Operation[], kind: 'insert' | 'remove'): string[] =>
  step.flatMap((it) => (it.kind === kind && it.spot.list[0] === 'groups' ? idsIn(it.element) : []))
