import { equal } from './equal.js'
import type { ListPosition, Operation } from './operation.js'
import { elementPath, type Identified, isIdentifiedList, isPlain, ownValue, type Path } from './path.js'
import { WorkingDocument } from './working-document.js'

/**
 * The operations that turn one document into another. Lists whose elements have ids are compared element by element; of
 * several elements with one id, the first is compared, and the order of the others does not count.
 */
export function diff(before: object, after: object): Operation[] {
  const operations: Operation[] = []
  compare([], before, after, operations)
  return joinMoves(before, operations)
}

/** The operations that turn one value into another at a path, finer than replacing it if it has parts. */
export function diffAt(path: Path, before: unknown, after: unknown): Operation[] {
  const operations: Operation[] = []
  compare(path, before, after, operations)
  return operations
}

/** Values that users see as one although they have parts: half of one position and half of another is neither. */
const whole = new Set(['graphCoordinates', 'from', 'to'])

function compare(path: Path, before: unknown, after: unknown, operations: Operation[]): void {
  if (Object.is(before, after)) return
  if (isIdentifiedList(before) && isIdentifiedList(after)) {
    compareLists(path, before, after, operations)
  } else if (isPlain(before) && isPlain(after) && !whole.has(path.at(-1) ?? '')) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      compare([...path, key], ownValue(before, key), ownValue(after, key), operations)
    }
  } else if (!equal(before, after)) {
    operations.push({ kind: 'set', path, value: after, was: before })
  }
}

function compareLists(
  list: Path,
  before: readonly Identified[],
  after: readonly Identified[],
  operations: Operation[],
): void {
  const known = firstById(before)
  const firsts = firstById(after)
  if (known.size < before.length || firsts.size < after.length) {
    const removed = removedRepeats(list, before, after)
    // An operation cannot insert a second element of one id.
    if (removed) for (const operation of removed) operations.push(operation)
    else if (!equal(before, after)) operations.push({ kind: 'set', path: list, value: after, was: before })
    if (!removed) return
  }
  const [old, next] = [[...known.values()], [...firsts.values()]]
  const isSameOrder = old.length === next.length && old.every(({ id }, index) => id === next[index]?.id)
  if (!isSameOrder) compareOrder(list, old, next, operations)
  for (const element of next) {
    const old = known.get(element.id)
    if (old) compare(elementPath(list, element.id), old, element, operations)
  }
}

function firstById(list: readonly Identified[]): Map<string, Identified> {
  const elements = new Map<string, Identified>()
  for (const element of list) if (!elements.has(element.id)) elements.set(element.id, element)
  return elements
}

/** The removals of elements whose id an earlier one has too; undefined if some were added or changed. */
function removedRepeats(
  list: Path,
  before: readonly Identified[],
  after: readonly Identified[],
): Operation[] | undefined {
  const kept = repeatsOf(after)
  const removed: Operation[] = []
  for (const element of repeatsOf(before)) {
    const index = kept.findIndex((other) => other.id === element.id && equal(other, element))
    if (index >= 0) kept.splice(index, 1)
    else removed.push({ kind: 'remove', spot: { list, after: element.id }, element })
  }
  return kept.length === 0 ? removed : undefined
}

function repeatsOf(list: readonly Identified[]): Identified[] {
  const seen = new Set<string>()
  return list.filter(({ id }) => seen.has(id) || !seen.add(id))
}

function compareOrder(
  list: Path,
  before: readonly Identified[],
  after: readonly Identified[],
  operations: Operation[],
): void {
  const kept = new Set(after.map(({ id }) => id))
  const known = new Set(before.map(({ id }) => id))
  const order: string[] = []
  for (const element of before) {
    if (kept.has(element.id)) order.push(element.id)
    else operations.push({ kind: 'remove', spot: { list, after: order.at(-1) ?? null }, element })
  }
  const chain = new Chain(order)
  const positions = new Map(order.map((id, index) => [id, index]))
  const resting = longestRising(after.flatMap(({ id }) => positions.get(id) ?? []))
  const still = new Set(resting.map((index) => order[index]))
  let previous: string | null = null
  for (const element of after) {
    const { id } = element
    const to = { list, after: previous }
    if (!known.has(id)) {
      operations.push({ kind: 'insert', spot: to, element })
    } else if (!still.has(id)) {
      operations.push({ kind: 'move', id, from: { list, after: chain.before(id) }, to })
      chain.remove(id)
    }
    if (!still.has(id)) chain.insert(id, previous)
    previous = id
  }
}

/** A sequence of ids in which each is found, removed and inserted in constant time. Null stands for both ends. */
class Chain {
  readonly #previous = new Map<string | null, string | null>()
  readonly #next = new Map<string | null, string | null>()

  constructor(ids: readonly string[]) {
    let last: string | null = null
    for (const id of ids) {
      this.#link(last, id)
      last = id
    }
    this.#link(last, null)
  }

  before(id: string): string | null {
    return this.#previous.get(id) ?? null
  }

  remove(id: string): void {
    this.#link(this.before(id), this.#next.get(id) ?? null)
  }

  insert(id: string, after: string | null): void {
    const next = this.#next.get(after) ?? null
    this.#link(after, id)
    this.#link(id, next)
  }

  #link(left: string | null, right: string | null): void {
    this.#next.set(left, right)
    this.#previous.set(right, left)
  }
}

/** The longest increasing subsequence, by patience sorting: its elements need not be moved. */
function longestRising(numbers: readonly number[]): number[] {
  const ends: number[] = []
  const previous = numbers.map(() => -1)
  numbers.forEach((number, index) => {
    let low = 0
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1
      if (numbers[ends[middle]!]! < number) low = middle + 1
      else high = middle
    }
    previous[index] = low > 0 ? ends[low - 1]! : -1
    ends[low] = index
  })
  const run: number[] = []
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index]!) run.push(numbers[index]!)
  return run.reverse()
}

/** An element that leaves one list and enters another has moved: its changes become field operations. */
function joinMoves(before: object, operations: readonly Operation[]): Operation[] {
  const leaving = new Map(operations.flatMap((it) => (it.kind === 'remove' ? [[it.element.id, it] as const] : [])))
  const moved = new Set<Operation>()
  const joined = operations.flatMap((operation): Operation[] => {
    if (operation.kind !== 'insert') return [operation]
    const from = leaving.get(operation.element.id)
    const { list } = operation.spot
    if (!from || !isSibling(from.spot.list, list)) return [operation]
    moved.add(from)
    const inside: Operation[] = []
    compare(elementPath(list, from.element.id), from.element, operation.element, inside)
    return [{ kind: 'move', id: from.element.id, from: from.spot, to: operation.spot }, ...inside]
  })
  if (moved.size === 0) return [...operations]
  return reachOf(
    before,
    joined.filter((operation) => !moved.has(operation)),
  )
}

const isSibling = (a: Path, b: Path) => a.at(-1) === b.at(-1) && a[0] === b[0] && a.length === b.length

/** The preceding elements of positions depend on the order of operations, so they are computed again. */
function reachOf(before: object, operations: readonly Operation[]): Operation[] {
  const working = new WorkingDocument(before)
  return operations.map((operation) => {
    const read = withPosition(working, operation)
    working.apply(read)
    return read
  })
}

function withPosition(document: WorkingDocument<object>, operation: Operation): Operation {
  const positionOf = (list: Path, id: string): ListPosition => ({ list, after: document.idBefore(list, id) })
  if (operation.kind === 'move') return { ...operation, from: positionOf(operation.from.list, operation.id) }
  if (operation.kind !== 'remove') return operation
  return { ...operation, spot: positionOf(operation.spot.list, operation.element.id) }
}
