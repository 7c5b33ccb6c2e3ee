import {
  applyOperation,
  applyOperations,
  type BotDocument,
  elementPath,
  equal,
  type Identified,
  type Operation,
  type Path,
  placeFor,
  valueAt,
} from '@colloquy/flow/operations'

/** A document during a command: every change is applied at once and recorded as an operation. */
export interface Draft {
  readonly document: BotDocument
  /** Sets the value at a path; undefined deletes the key. */
  set(path: Path, value: unknown): void
  /** Inserts an element into a list, at an index or at its end. */
  insert(list: Path, element: Identified, index?: number): void
  /** Inserts elements at the end of a list. */
  insertAll(list: Path, elements: readonly Identified[]): void
  remove(list: Path, id: string): void
  /** Moves an element; `index` does not count the element itself. */
  move(from: Path, id: string, to: Path, index: number): void
}

/** An edit as a function: it reads the draft and changes it. */
export type Command = (draft: Draft) => void

/** Runs a command; an edit that changes nothing has no operations. */
export function perform(before: BotDocument, command: Command): { document: BotDocument; operations: Operation[] } {
  let document = before
  const operations: Operation[] = []
  const take = (operation: Operation) => {
    document = applyOperation(document, operation)
    operations.push(operation)
  }
  const elementsOf = (list: Path) => valueAt(document, list) as Identified[] | undefined
  const idBefore = (siblings: readonly Identified[], id: string) =>
    siblings[siblings.findIndex((it) => it.id === id) - 1]?.id ?? null
  command({
    get document() {
      return document
    },
    set(path, value) {
      if (equal(valueAt(document, path), value)) return
      take(deepest(document, path, value))
    },
    insert(list, element, index) {
      const siblings = elementsOf(list)
      if (!siblings) return
      const at = Math.min(index ?? siblings.length, siblings.length)
      take({ kind: 'insert', spot: { list, after: siblings[at - 1]?.id ?? null }, element })
    },
    insertAll(list, elements) {
      let after = elementsOf(list)?.at(-1)?.id ?? null
      const inserts = elements.map((element): Operation => {
        const spot = { list, after }
        after = element.id
        return { kind: 'insert', spot, element }
      })
      document = applyOperations(document, inserts)
      for (const insert of inserts) operations.push(insert)
    },
    remove(list, id) {
      const siblings = elementsOf(list)
      const element = valueAt(document, elementPath(list, id)) as Identified | undefined
      if (!siblings || !element) return
      take({ kind: 'remove', spot: { list, after: idBefore(siblings, id) }, element })
    },
    move(from, id, to, index) {
      const siblings = elementsOf(from)
      const others = elementsOf(to)?.filter((other) => other.id !== id)
      if (!siblings?.some((it) => it.id === id) || !others) return
      const before = idBefore(siblings, id)
      const after = others[Math.min(index, others.length) - 1]?.id ?? null
      if (from.join('/') === to.join('/') && before === after) return
      take({ kind: 'move', id, from: { list: from, after: before }, to: { list: to, after } })
    },
  })
  return { document, operations }
}

/** Sets the outermost missing object along the path, so that undoing leaves nothing behind. */
function deepest(document: BotDocument, path: Path, value: unknown): Operation {
  const place = placeFor(document, path, value)
  return { kind: 'set', ...place, was: valueAt(document, place.path) }
}
