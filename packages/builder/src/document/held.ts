import { type BotDocument, diff, equal, mergeOperations, type Operation, placeOf } from '@colloquy/flow/operations'
import { type Batch, idsIn, inBatches, inHalves } from './in-batches.js'

/** A part of an edit that the service can never store as it is. The page shows it, and sends it again after the next edit of its place. */
export interface Held extends Batch {
  /** Reason given by the service. */
  message: string
}

/** A reason for which the service refused a batch; `operation` is the index of the operation that it names. */
export interface Reason {
  operation?: number
  message: string
}

/**
 * Prepares what is sent after the service refused the first pending batch for its content or size. Later edits of the same places may
 * correct it, so they are joined first. Then the named operations are held back, with those that need them. If none is named, the batch is
 * sent in halves, until a single step is left.
 */
export function afterRefusal(
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

/** Applies batches one after another, leaving out what no longer fits. */
export const applyBatches = (document: BotDocument, batches: readonly Batch[]): BotDocument =>
  batches.reduce((it, { operations }) => mergeOperations(it, operations).document, document)

/** The places that operations change, and the ids of the elements that they insert. */
export class Reach {
  readonly #places = new Set<string>()
  readonly #above = new Set<string>()
  readonly #ids = new Set<string>()

  constructor(operations: readonly Operation[]) {
    for (const operation of operations) this.#add(operation)
  }

  /** True if the operation changes one of the places, a part or a container of it, or names an inserted element. */
  concerns(operation: Operation): boolean {
    const prefixes = prefixesOf(operation)
    return (
      prefixes.some((prefix) => this.#places.has(prefix)) ||
      this.#above.has(prefixes.at(-1)!) ||
      (this.#ids.size > 0 && namesIn(operation).some((it) => this.#ids.has(it)))
    )
  }

  #add(operation: Operation): void {
    const prefixes = prefixesOf(operation)
    this.#places.add(prefixes.at(-1)!)
    for (const prefix of prefixes) this.#above.add(prefix)
    if (operation.kind === 'insert') for (const id of idsIn(operation.element)) this.#ids.add(id)
  }
}

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

const prefixesOf = (operation: Operation): string[] => {
  const place = placeOf(operation)
  return place.map((_, depth) => JSON.stringify(place.slice(0, depth + 1)))
}

/** The texts of an operation that may be ids, apart from its neighbors in a list. */
function namesIn(operation: Operation): string[] {
  switch (operation.kind) {
    case 'set':
      return stringsIn([operation.path, operation.value])
    case 'insert':
    case 'remove':
      return stringsIn([operation.spot.list, operation.element])
    case 'move':
      return stringsIn([operation.id, operation.from.list, operation.to.list])
  }
}

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.startsWith('#') ? [value, value.slice(1)] : [value]
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
