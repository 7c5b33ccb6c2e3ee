import type { OriginQuery } from '@colloquy/api'
import { type OriginChoices, origins } from './origins.js'

/** Describes the origin that a query filters by, using names instead of ids. */
export function describeOrigin(origin: OriginQuery, choices: OriginChoices): string[] {
  return origins.flatMap(({ field, label }) => {
    const value = origin[field]
    return value === undefined ? [] : [`${label}: ${choices[field].find(([id]) => id === value)?.[1] ?? value}`]
  })
}
