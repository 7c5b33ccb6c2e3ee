import type { Fields, UnionField } from '../fields/fields.js'
import { isUnion, unionFields } from '../fields/union-fields.js'
import { definitionOf } from './registry.js'

/** Default values of options as a tree; the engine and the widget use them for unset options. */
export type Defaults = { readonly [key: string]: string | number | boolean | readonly string[] | Defaults }

/** Default contents and options of a block type. */
export const defaultsOf = (type: string): Defaults => {
  const { content, options } = definitionOf(type) ?? {}
  return { ...(content && defaultsIn(content)), ...(options && defaultsIn(options)) }
}

const defaultsIn = (fields: Fields | UnionField): Defaults =>
  Object.fromEntries(
    Object.entries(isUnion(fields) ? unionFields(fields, {}) : fields).flatMap(
      ([name, field]): [string, Defaults[string]][] => {
        if (field.kind === 'group') return [[name, defaultsIn(field.fields)]]
        return 'default' in field && field.default !== undefined ? [[name, field.default]] : []
      },
    ),
  )
