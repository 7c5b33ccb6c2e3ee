import { Holder, type OpenList } from './open-list.js'
import type { Operation } from './operation.js'
import type { Identified, Path } from './path.js'

/**
 * A document while many operations change it. Each operation finds its place by ids and changes its list in constant time, and a list is
 * only copied when somebody reads it, so that a batch costs as much as it and the document are long.
 */
export class WorkingDocument<T> {
  readonly #root: Holder

  constructor(document: T) {
    this.#root = new Holder(document)
  }

  /** The document after all operations so far. Unchanged parts are the same objects as before. */
  get document(): T {
    return this.#root.complete() as T
  }

  valueAt(path: Path): unknown {
    const location = this.#locationOf(path)
    return location?.holder.valueAt(location.keys)
  }

  /** True if there is a value at this path. */
  has(path: Path): boolean {
    const location = this.#locationOf(path)
    return location?.holder.has(location.keys) ?? false
  }

  hasList(path: Path): boolean {
    return this.#listAt(path) !== undefined
  }

  /** The element of a list with the id of this one; of several, the one that equals it, else the first. */
  elementLike(list: Path, element: Identified): unknown {
    return this.#listAt(list)?.like(element)?.complete()
  }

  /** The id of the element before the one with this id; null for the first one. */
  idBefore(list: Path, id: string): string | null {
    return this.#listAt(list)?.find(id)?.previous?.id ?? null
  }

  /** The id of the last element of a list; null if it is empty. */
  lastId(list: Path): string | null {
    return this.#listAt(list)?.last?.id ?? null
  }

  /** Applies an operation. Returns false if its place no longer exists, or if it changes nothing. */
  apply(operation: Operation): boolean {
    switch (operation.kind) {
      case 'set': {
        const location = this.#locationOf(operation.path)
        return location?.holder.set(location.keys, operation.value) ?? false
      }
      case 'insert': {
        const list = this.#listAt(operation.spot.list)
        list?.removeAll(operation.element.id)
        list?.insert(operation.element, operation.spot.after)
        return list !== undefined
      }
      case 'remove': {
        const list = this.#listAt(operation.spot.list)
        const entry = list?.like(operation.element)
        if (entry) list?.remove(entry)
        return entry !== undefined
      }
      case 'move': {
        const from = this.#listAt(operation.from.list)
        const entry = from?.find(operation.id)
        if (!entry || !this.hasList(operation.to.list)) return false
        const element = entry.complete() as Identified
        from?.remove(entry)
        this.#listAt(operation.to.list)?.insert(element, operation.to.after)
        return true
      }
    }
  }

  /** The innermost element on a path, and the keys that lead on from there; undefined if an element is missing. */
  #locationOf(path: Path): { holder: Holder; keys: Path } | undefined {
    let holder = this.#root
    let start = 0
    for (const [index, segment] of path.entries()) {
      if (!segment.startsWith('#')) continue
      const list = holder.listAt(path.slice(start, index))
      if (!list) continue
      const entry = list.find(segment.slice(1))
      if (!entry) return undefined
      holder = entry
      start = index + 1
    }
    return { holder, keys: path.slice(start) }
  }

  #listAt(path: Path): OpenList | undefined {
    const location = this.#locationOf(path)
    return location?.holder.listAt(location.keys)
  }
}

/** The document after operations; one whose place no longer exists changes nothing. */
export function applyOperations<T>(document: T, operations: readonly Operation[]): T {
  const working = new WorkingDocument(document)
  for (const operation of operations) working.apply(operation)
  return working.document
}
