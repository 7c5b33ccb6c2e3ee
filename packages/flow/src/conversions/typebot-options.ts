import { definitionOf } from '../blocks/registry.js'
import type { Field, Fields } from '../fields/fields.js'
import { isUnion } from '../fields/union-fields.js'
import { actionOf, optionsOf } from '../integrations/registry.js'
import { isObject, type Json, objectsOf } from '../json.js'

/** Removes, in place, parts of a block's content and options that Typebot's format does not have: its readers reject unknown ones. */
export function toTypebotOptions(block: Json): void {
  if (typeof block.type !== 'string') return
  const content = definitionOf(block.type)?.content
  if (content && isObject(block.content)) cleanFields(content, block.content)
  if (!isObject(block.options)) return
  const action = actionOf(block.type, block.options.action)
  const fields = action ? optionsOf(action) : definitionOf(block.type)?.options
  if (fields && !isUnion(fields)) cleanFields(fields, block.options)
}

function cleanFields(fields: Fields, values: Json): void {
  for (const [name, field] of Object.entries(fields)) {
    if (field.isExtension) delete values[name]
    else if (name in values) values[name] = cleaned(field, values[name])
  }
}

function cleaned(field: Field, value: unknown): unknown {
  if (field.kind === 'rows') for (const row of objectsOf(value)) cleanFields(field.fields, row)
  if (field.kind === 'group' && isObject(value)) cleanFields(field.fields, value)
  if (field.kind !== 'variants') return value
  const { key, variants, extensions = {} } = field
  const clean = (one: unknown): unknown[] => {
    if (!isObject(one)) return [one]
    const name = String(one[key])
    const other = Object.hasOwn(extensions, name) ? extensions[name] : name
    if (other === null || other === undefined) return []
    const fields = Object.hasOwn(variants, other) ? variants[other] : undefined
    if (!fields) return [one]
    const known = Object.entries(one).filter(([option]) => option in fields || !(option in (variants[name] ?? {})))
    const shown = Object.fromEntries(known)
    cleanFields(fields, shown)
    return [{ ...shown, [key]: other }]
  }
  if (Array.isArray(value)) return value.flatMap(clean)
  return clean(value)[0]
}
