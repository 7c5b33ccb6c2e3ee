import type { Path } from '@colloquy/flow/operations'

type Loose = Record<string, unknown>

/** A copy of an object with a value at a path; undefined takes the property away. */
export function putAt(record: Loose, [key, ...rest]: Path, value: unknown): Loose {
  if (key === undefined) return value as Loose
  const inner = rest.length === 0 ? value : putAt((record[key] ?? {}) as Loose, rest, value)
  const { [key]: _, ...others } = record
  return inner === undefined ? others : { ...record, [key]: inner }
}
