import type { Field, Fields, ReferenceField } from '../fields/fields.js'
import { isUnion } from '../fields/union-fields.js'
import { isObject } from '../json.js'
import { definitionOf } from './registry.js'

/** The id of something outside the bot, in a row of a list option. */
export interface NestedReference {
  /** Path within the block: names and indexes. */
  readonly path: readonly (string | number)[]
  readonly to: ReferenceField['to']
  readonly id: string
}

/**
 * References to things outside the block that are in lists of its options. References in the options themselves are found by their option
 * names.
 */
export function nestedReferences(block: { readonly type: string; readonly options?: unknown }): NestedReference[] {
  const fields = definitionOf(block.type)?.options
  const found: NestedReference[] = []
  if (!fields || isUnion(fields) || !isObject(block.options)) return found
  const visitAll = (inner: Fields, values: unknown, path: readonly (string | number)[]): void => {
    if (!isObject(values)) return
    for (const [name, field] of Object.entries(inner)) visit(field, values[name], [...path, name])
  }
  const visit = (field: Field, value: unknown, path: readonly (string | number)[]): void => {
    if (field.kind === 'reference' && path.length > 2 && typeof value === 'string' && value !== '')
      found.push({ path, to: field.to, id: value })
    if (field.kind === 'group') visitAll(field.fields, value, path)
    if (!Array.isArray(value)) return
    for (const [index, row] of value.entries()) {
      if (field.kind === 'rows') visitAll(field.fields, row, [...path, index])
      if (field.kind === 'variants' && isObject(row)) {
        const variant = String(row[field.key])
        if (Object.hasOwn(field.variants, variant)) visitAll(field.variants[variant]!, row, [...path, index])
      }
    }
  }
  visitAll(fields, block.options, ['options'])
  return found
}
