import type { Block } from '../../blocks-schema/block.js'
import { type Field, type Fields, isOffered } from '../../integrations/fields.js'
import { actionOf, optionsOf } from '../../integrations/registry.js'
import { isObject } from '../../json.js'
import type { Rule } from '../rule.js'

export const incompleteEntry: Rule = {
  id: 'incomplete-entry',
  severity: 'warning',
  summary: 'An entry of a list lacks what it needs: a tool its name or code, a saved value its variable',
  *find({ blocks }) {
    for (const { block, place } of blocks) {
      for (const { path, label } of missingIn(block)) {
        yield {
          place: { ...place, path: `${place.path}.options.${path}` },
          message: `Fill in "${label}": without it this entry is skipped.`,
        }
      }
    }
  },
}

interface Missing {
  path: string
  label: string
}

function missingIn(block: Block): Missing[] {
  const { options } = block as { options?: unknown }
  if (!isObject(options)) return []
  const action = actionOf(block.type, options.action)
  return action?.run ? missingInside(optionsOf(action), options, '') : []
}

/** Required fields that are empty in the entries of lists, but not those of the object itself. */
const missingInside = (fields: Fields, given: Record<string, unknown>, path: string): Missing[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    isOffered(field, given) ? missingAt(field, given[name], `${path}${name}`) : [],
  )

function missingAt(field: Field, value: unknown, path: string): Missing[] {
  if (field.kind === 'group') return isObject(value) ? missingInside(field.fields, value, `${path}.`) : []
  if ((field.kind !== 'rows' && field.kind !== 'variants') || !Array.isArray(value)) return []
  return value.flatMap((entry, index) => {
    if (!isObject(entry)) return []
    const fields = field.kind === 'rows' ? field.fields : variantOf(field, entry)
    const missing = Object.entries(fields).flatMap(([name, inner]) =>
      inner.isRequired && isOffered(inner, entry) && isEmpty(entry[name])
        ? [{ path: `${path}.${index}.${name}`, label: inner.label }]
        : [],
    )
    return [...missing, ...missingInside(fields, entry, `${path}.${index}.`)]
  })
}

function variantOf({ key, variants }: Extract<Field, { kind: 'variants' }>, entry: Record<string, unknown>): Fields {
  const name = entry[key]
  return typeof name === 'string' && Object.hasOwn(variants, name) ? variants[name]! : {}
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmpty)
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}
