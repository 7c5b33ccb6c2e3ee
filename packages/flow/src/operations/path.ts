/**
 * Location of a value in a document: keys of objects, and `#id` for the list element with this id. Such a path stays valid when somebody
 * else adds, removes or moves other elements.
 */
export type Path = readonly string[]

/** A list element that is identified by its id. */
export interface Identified {
  id: string
  [key: string]: unknown
}

export const elementPath = (list: Path, id: string): Path => [...list, `#${id}`]

/** The value at a path; undefined if there is none. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root
  for (const segment of path) {
    if (typeof value !== 'object' || value === null) return undefined
    if (Array.isArray(value)) value = elementOf(value, segment)
    else value = ownValue(value as Record<string, unknown>, segment)
  }
  return value
}

/** The same document with another value at a path; unchanged if the path does not exist. What is on the path is copied. */
export function withValueAt<T>(root: T, path: Path, change: (value: unknown) => unknown, depth = 0): T {
  const segment = path[depth]
  if (segment === undefined) return change(root) as T
  if (Array.isArray(root)) {
    const index = segment.startsWith('#') ? indexOfId(root, segment.slice(1)) : -1
    if (index < 0) return root
    const changed = withValueAt(root[index], path, change, depth + 1)
    return changed === root[index] ? root : (root.with(index, changed) as T)
  }
  if (typeof root !== 'object' || root === null) return root
  const before = ownValue(root as Record<string, unknown>, segment)
  const changed = withValueAt(before, path, change, depth + 1)
  if (changed === before) return root
  const record = { ...root } as Record<string, unknown>
  if (changed === undefined) delete record[segment]
  else record[segment] = changed
  return record as T
}

/** The path and value to set in a document: missing objects on the way become part of the value at the first missing place. */
export function locationFor(
  document: { has(path: Path): boolean },
  path: Path,
  value: unknown,
): { path: Path; value: unknown } {
  for (let depth = 1; depth < path.length; depth += 1) {
    if (document.has(path.slice(0, depth))) continue
    const nested = path.slice(depth).reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
    return { path: path.slice(0, depth), value: nested }
  }
  return { path, value }
}

/** True for a list all of whose elements have ids. Two of them may have the same one: paths lead to the first. */
export function isIdentifiedList(value: unknown): value is Identified[] {
  if (!Array.isArray(value)) return false
  return value.every((it) => typeof it === 'object' && it !== null && typeof (it as { id?: unknown }).id === 'string')
}

export const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const ownValue = (record: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(record, key) ? record[key] : undefined

const elementOf = (list: readonly unknown[], segment: string): unknown => {
  if (!segment.startsWith('#')) return undefined
  return list[indexOfId(list, segment.slice(1))]
}

/** The index of the first element with this id, else -1. */
const indexOfId = (list: readonly unknown[], id: string): number =>
  list.findIndex((element) => (element as { id?: unknown } | null | undefined)?.id === id)
