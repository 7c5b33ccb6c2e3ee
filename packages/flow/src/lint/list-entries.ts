import type { Block } from '../blocks-schema/block.js'
import { type Field, type Fields, isOffered } from '../fields/fields.js'
import { actionOf, optionsOf } from '../integrations/registry.js'
import { isObject } from '../json.js'

interface ListEntry {
  entry: Record<string, unknown>
  /** The fields that its form offers. */
  fields: readonly (readonly [name: string, field: Field])[]
  /** Path within the options of the block, with a dot at its end. */
  path: string
}

/** Finds the entries of all lists in the options of a block that calls a service, entries of entries included. */
export function* listEntries(block: Block): Generator<ListEntry> {
  const { options } = block as { options?: unknown }
  if (!isObject(options)) return
  const action = actionOf(block.type, options.action)
  if (action?.run) yield* entriesInside(optionsOf(action), options, '')
}

function* entriesInside(fields: Fields, given: Record<string, unknown>, path: string): Generator<ListEntry> {
  for (const [name, field] of offered(fields, given)) yield* entriesAt(field, given[name], `${path}${name}`)
}

function* entriesAt(field: Field, value: unknown, path: string): Generator<ListEntry> {
  if (field.kind === 'group' && isObject(value)) yield* entriesInside(field.fields, value, `${path}.`)
  if ((field.kind !== 'rows' && field.kind !== 'variants') || !Array.isArray(value)) return
  for (const [index, entry] of value.entries()) {
    if (!isObject(entry)) continue
    const fields = field.kind === 'rows' ? field.fields : variantOf(field, entry)
    const inside = `${path}.${index}.`
    yield { entry, fields: offered(fields, entry), path: inside }
    yield* entriesInside(fields, entry, inside)
  }
}

const offered = (fields: Fields, given: Record<string, unknown>) =>
  Object.entries(fields).filter(([, field]) => isOffered(field, given))

function variantOf(
  { key, variants, fallback }: Extract<Field, { kind: 'variants' }>,
  entry: Record<string, unknown>,
): Fields {
  const name = entry[key] ?? fallback
  return typeof name === 'string' && Object.hasOwn(variants, name) ? variants[name]! : {}
}
