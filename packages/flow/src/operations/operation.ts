import { equal } from './equal.js'
import {
  elementPath,
  type Identified,
  indexOfId,
  type Owned,
  ownList,
  type Path,
  valueAt,
  withValueAt,
} from './path.js'

/** A position in a list: directly after the element with this id; null for the first position. */
export interface ListPosition {
  list: Path
  after: string | null
}

/**
 * The smallest units of an edit. They refer to elements by id and contain the previous value, so that each can be undone, sent, and applied
 * to a document that has changed elsewhere.
 */
export type Operation =
  | { kind: 'set'; path: Path; value?: unknown; was?: unknown }
  | { kind: 'insert'; spot: ListPosition; element: Identified }
  | { kind: 'remove'; spot: ListPosition; element: Identified }
  | { kind: 'move'; id: string; from: ListPosition; to: ListPosition }

/** The path that an operation changes. */
export function placeOf(operation: Operation): Path {
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

/** The document after an operation; an operation whose place no longer exists changes nothing. */
export function applyOperation<T>(document: T, operation: Operation, owned: Owned = new WeakSet()): T {
  switch (operation.kind) {
    case 'set':
      return withValueAt(document, operation.path, () => operation.value, owned)
    case 'insert':
      return insertAt(withoutAll(document, operation, owned), operation.spot, operation.element, owned)
    case 'remove':
      return removeAt(document, operation.spot.list, operation.element, owned)
    case 'move': {
      const element = valueAt(document, elementPath(operation.from.list, operation.id))
      if (element === undefined || !Array.isArray(valueAt(document, operation.to.list))) return document
      const without = removeAt(document, operation.from.list, element as Identified, owned)
      return insertAt(without, operation.to, element as Identified, owned)
    }
  }
}

export function applyOperations<T>(document: T, operations: readonly Operation[]): T {
  const owned: Owned = new WeakSet()
  return operations.reduce((it, operation) => applyOperation(it, operation, owned), document)
}

/** The inverse of an operation. */
function invertOperation(operation: Operation): Operation {
  switch (operation.kind) {
    case 'set':
      return { ...operation, value: operation.was, was: operation.value }
    case 'insert':
      return { ...operation, kind: 'remove' }
    case 'remove':
      return { ...operation, kind: 'insert' }
    case 'move':
      return { ...operation, from: operation.to, to: operation.from }
  }
}

export const invertOperations = (operations: readonly Operation[]): Operation[] =>
  operations.map(invertOperation).reverse()

/** True if an operation finds the value it expects: a field that somebody else has changed since must not be set back. */
export const isApplicable = (document: unknown, operation: Operation): boolean =>
  operation.kind !== 'set' || equal(valueAt(document, operation.path), operation.was)

function insertAt<T>(document: T, { list, after }: ListPosition, element: Identified, owned: Owned): T {
  const insert = (value: unknown) => {
    if (!Array.isArray(value)) return value
    const before = after === null ? -1 : indexOfId(value, after)
    const index = after !== null && before < 0 ? value.length : before + 1
    const next = ownList(value, owned)
    next.splice(index, 0, element)
    return next
  }
  return withValueAt(document, list, insert, owned)
}

function removeAt<T>(document: T, list: Path, element: Identified, owned: Owned): T {
  const remove = (value: unknown) => {
    const index = Array.isArray(value) ? indexOfElement(value, element) : -1
    if (index < 0) return value
    const next = ownList(value as unknown[], owned)
    next.splice(index, 1)
    return next
  }
  return withValueAt(document, list, remove, owned)
}

/** The document without elements that already have the id to insert. */
function withoutAll<T>(document: T, { spot, element }: Operation & { kind: 'insert' }, owned: Owned): T {
  const clear = (value: unknown) => {
    if (!Array.isArray(value) || indexOfId(value, element.id) < 0) return value
    const others = value.filter((other) => (other as Identified | null)?.id !== element.id)
    owned.add(others)
    return others
  }
  return withValueAt(document, spot.list, clear, owned)
}

/** The index of the element with the id of this one, else -1; of several, the one that equals it, else the first. */
export function indexOfElement(list: readonly unknown[], element: Identified): number {
  const first = indexOfId(list, element.id)
  if (first < 0 || indexOfId(list, element.id, first + 1) < 0) return first
  const same = list.findIndex((other) => (other as Identified | null)?.id === element.id && equal(other, element))
  return Math.max(same, first)
}
