import { type BotDocument, locationOf, mergeOperations, type Operation } from '@colloquy/flow/operations'
import { type Batch, idsIn } from './in-batches.js'

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

/** Applies batches one after another, leaving out what no longer fits. */
export const applyBatches = (document: BotDocument, batches: readonly Batch[]): BotDocument =>
  batches.reduce((it, { operations }) => mergeOperations(it, operations).document, document)

/** The places that operations change, and the ids of the elements that they insert. */
export class Reach {
  readonly #locations = new Set<string>()
  readonly #above = new Set<string>()
  readonly #ids = new Set<string>()

  constructor(operations: readonly Operation[]) {
    for (const operation of operations) this.#add(operation)
  }

  /** True if the operation changes one of the places, a part or a container of it, or names an inserted element. */
  concerns(operation: Operation): boolean {
    const prefixes = prefixesOf(operation)
    return (
      prefixes.some((prefix) => this.#locations.has(prefix)) ||
      this.#above.has(prefixes.at(-1)!) ||
      (this.#ids.size > 0 && namesIn(operation).some((it) => this.#ids.has(it)))
    )
  }

  #add(operation: Operation): void {
    const prefixes = prefixesOf(operation)
    this.#locations.add(prefixes.at(-1)!)
    for (const prefix of prefixes) this.#above.add(prefix)
    if (operation.kind === 'insert') for (const id of idsIn(operation.element)) this.#ids.add(id)
  }
}

const prefixesOf = (operation: Operation): string[] => {
  const location = locationOf(operation)
  return location.map((_, depth) => JSON.stringify(location.slice(0, depth + 1)))
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
