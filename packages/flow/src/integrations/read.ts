/** The value of a text that is JSON; otherwise undefined. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value at a path in JSON; undefined if it is missing. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let inner = value
  for (const key of path) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return undefined
    inner = (inner as Record<string | number, unknown>)[key]
  }
  return inner
}

/** The list at a path in JSON; empty if it is missing. */
export const listAt = (value: unknown, ...path: readonly (string | number)[]): readonly unknown[] => {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

/** The text at a path in JSON; undefined if it is missing. */
export const textAt = (value: unknown, ...path: readonly (string | number)[]): string | undefined => {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : undefined
}

const messageLocations = [
  ['error', 'message'],
  ['error', 'description'],
  ['error'],
  ['detail', 'message'],
  ['detail', 0, 'msg'],
  ['detail'],
  ['message'],
  ['msg'],
  ['errors', 0, 'message'],
  ['errors', 0],
  ['description'],
] as const

/** The error message of a service, in the shapes that services use. */
export const messageOf = (body: unknown): string | undefined => {
  for (const location of messageLocations) {
    const found = textAt(body, ...location)
    if (found) return found
  }
  return undefined
}

/** Suggestions from the entries of a list: each with an id and a name. */
export const itemsFrom = (entries: readonly unknown[], idKey: string, nameKey: string) =>
  entries.flatMap((entry) => {
    const value = textAt(entry, idKey)
    return value === undefined ? [] : [{ value, label: textAt(entry, nameKey) || value }]
  })

/** Converts rows of `pairs` with `key` and `value` to an object; if two have the same key, the last one counts. */
export const recordOf = (rows: readonly { key: string; value: string }[] | undefined): Record<string, string> =>
  Object.fromEntries((rows ?? []).map(({ key, value }) => [key, value]))
