import { elementPath, type Identified, type Path } from './path.js'

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
export function locationOf(operation: Operation): Path {
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
