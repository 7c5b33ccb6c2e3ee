import { isUnion } from '../fields/union-fields.js'
import { isObject } from '../json.js'
import { definitionOf } from './registry.js'

/** The team that a block names, and the option in which it does. */
export function teamOf({
  type,
  options,
}: {
  readonly type: string
  readonly options?: unknown
}): { option: string; id: string } | undefined {
  const fields = definitionOf(type)?.options
  if (!fields || isUnion(fields) || !isObject(options)) return undefined
  for (const [option, field] of Object.entries(fields)) {
    const id = options[option]
    if (field.kind === 'reference' && field.to === 'team' && typeof id === 'string' && id !== '') return { option, id }
  }
  return undefined
}
