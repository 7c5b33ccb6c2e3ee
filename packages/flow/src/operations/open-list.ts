import { equal } from './equal.js'
import { type Identified, type Path, valueAt, withValueAt } from './path.js'

/** A value that contains lists which operations have opened. Their changes become part of it when it is read as a whole. */
export class Holder {
  #value: unknown
  readonly #within: OpenList | undefined
  #lists: Map<string, OpenList> | undefined
  #isChanged = false

  constructor(value: unknown, within?: OpenList) {
    this.#value = value
    this.#within = within
  }

  /** The value with the changes of its lists. */
  complete(): unknown {
    if (this.#isChanged) this.#take([])
    this.#isChanged = false
    return this.#value
  }

  valueAt(keys: Path): unknown {
    if (keys.length === 0) return this.complete()
    if (this.#isChanged) this.#take(keys)
    return valueAt(this.#value, keys)
  }

  has(keys: Path): boolean {
    return valueAt(this.#value, keys) !== undefined
  }

  /** The list at these keys, opened for changes; undefined if there is none. */
  listAt(keys: Path): OpenList | undefined {
    const key = keyOf(keys)
    const known = this.#lists?.get(key)
    if (known) return known
    const value = valueAt(this.#value, keys)
    if (!Array.isArray(value)) return undefined
    const list = new OpenList(value, keys, this)
    this.#lists ??= new Map()
    this.#lists.set(key, list)
    return list
  }

  /** Sets the value at these keys; undefined deletes the last one. Returns false if that changes nothing. */
  set(keys: Path, value: unknown): boolean {
    this.#take(keys)
    const next = withValueAt(this.#value, keys, () => value)
    if (next === this.#value) return false
    for (const [key, list] of this.#lists ?? []) if (isInside(list.keys, keys)) this.#lists?.delete(key)
    this.#value = next
    this.changed()
    return true
  }

  /** Must be called after each change of the value or of a list in it. */
  changed(): void {
    if (this.#isChanged) return
    this.#isChanged = true
    this.#within?.changed()
  }

  /** Makes changes of the lists at or inside these keys a part of the value. */
  #take(keys: Path): void {
    for (const list of this.#lists?.values() ?? []) {
      if (!list.isChanged || !isInside(list.keys, keys)) continue
      const elements = list.complete()
      this.#value = withValueAt(this.#value, list.keys, () => elements)
    }
  }
}

/** An element of an open list. */
export class Entry extends Holder {
  id: string | undefined
  previous: Entry | undefined
  next: Entry | undefined
  /** The next element with the same id. */
  twin: Entry | undefined
  readonly #list: OpenList

  constructor(element: unknown, list: OpenList) {
    super(element, list)
    this.#list = list
    this.id = idOf(element)
  }

  override set(keys: Path, value: unknown): boolean {
    const isChanged = super.set(keys, value)
    if (isChanged && keys.length < 2 && idOf(this.complete()) !== this.id) this.#list.findAgain()
    return isChanged
  }
}

/** A list in which elements are found by id, inserted and removed in constant time. */
export class OpenList {
  /** The keys that lead here from the value that contains the list. */
  readonly keys: Path
  isChanged = false
  last: Entry | undefined
  readonly #holder: Holder
  #elements: unknown[]
  #first: Entry | undefined
  #byId = new Map<string, Entry>()

  constructor(elements: unknown[], keys: Path, holder: Holder) {
    this.keys = keys
    this.#elements = elements
    this.#holder = holder
    for (const element of elements) this.#link(new Entry(element, this), this.last)
    this.findAgain()
  }

  /** The first element with this id. */
  find(id: string): Entry | undefined {
    return this.#byId.get(id)
  }

  /** The element with the id of this one; of several, the one that equals it, else the first. */
  like(element: Identified): Entry | undefined {
    const first = this.find(element.id)
    if (!first?.twin) return first
    for (let entry: Entry | undefined = first; entry; entry = entry.twin) {
      if (equal(entry.complete(), element)) return entry
    }
    return first
  }

  /** Inserts an element directly after the one with this id: at the start for null, at the end if there is none. */
  insert(element: Identified, after: string | null): void {
    const entry = new Entry(element, this)
    this.#link(entry, after === null ? undefined : (this.find(after) ?? this.last))
    if (this.#byId.has(element.id)) this.findAgain()
    else this.#byId.set(element.id, entry)
    this.changed()
  }

  remove(entry: Entry): void {
    const { previous, next, id, twin } = entry
    if (previous) previous.next = next
    else this.#first = next
    if (next) next.previous = previous
    else this.last = previous
    if (id !== undefined) this.#forget(entry, id, twin)
    this.changed()
  }

  /** Removes all elements with this id. */
  removeAll(id: string): void {
    for (let entry = this.find(id); entry; entry = this.find(id)) this.remove(entry)
  }

  /** The elements, with the changes inside of them. */
  complete(): unknown[] {
    if (!this.isChanged) return this.#elements
    this.#elements = []
    for (let entry = this.#first; entry; entry = entry.next) this.#elements.push(entry.complete())
    this.isChanged = false
    return this.#elements
  }

  changed(): void {
    if (this.isChanged) return
    this.isChanged = true
    this.#holder.changed()
  }

  /** Must be called after the id of an element has changed. */
  findAgain(): void {
    this.#byId = new Map()
    for (let entry = this.last; entry; entry = entry.previous) {
      entry.id = idOf(entry.complete())
      entry.twin = entry.id === undefined ? undefined : this.#byId.get(entry.id)
      if (entry.id !== undefined) this.#byId.set(entry.id, entry)
    }
  }

  #link(entry: Entry, previous: Entry | undefined): void {
    const next = previous ? previous.next : this.#first
    entry.previous = previous
    entry.next = next
    if (previous) previous.next = entry
    else this.#first = entry
    if (next) next.previous = entry
    else this.last = entry
  }

  #forget(entry: Entry, id: string, twin: Entry | undefined): void {
    let other = this.#byId.get(id)
    if (other === entry) {
      if (twin) this.#byId.set(id, twin)
      else this.#byId.delete(id)
      return
    }
    while (other && other.twin !== entry) other = other.twin
    if (other) other.twin = twin
  }
}

const idOf = (element: unknown): string | undefined => {
  const id = (element as { id?: unknown } | null | undefined)?.id
  return typeof id === 'string' ? id : undefined
}
const keyOf = (keys: Path): string => (keys.length === 1 ? keys[0]! : JSON.stringify(keys))
const isInside = (inner: Path, outer: Path): boolean => outer.every((key, index) => inner[index] === key)
