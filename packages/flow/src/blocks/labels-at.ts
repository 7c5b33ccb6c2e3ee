import type { Field, Fields } from '../fields/fields.js'
import { actionOf, optionsOf } from '../integrations/registry.js'
import type { AnyBlock } from './define.js'
import { definitionOf } from './registry.js'

/**
 * Labels of the fields on a path into a block, such as "Labels" and "Button" for `['options', 'labels', 'button']`. Parts of the block and ids
 * of rows have none. Undefined if the definition of the block has no such field.
 */
export function labelsAt(block: AnyBlock, path: readonly string[]): string[] | undefined {
  const [part = '', ...rest] = path
  const fields = fieldsOfPart(block, part)
  return fields && labelsIn(fields, rest)
}

function fieldsOfPart({ type, ...block }: AnyBlock, part: string): Fields | undefined {
  const definition = definitionOf(type)
  if (part === 'content') return definition?.content
  if (part !== 'options') return definition?.own
  const action = actionOf(type, (block as { options?: { action?: unknown } }).options?.action)
  if (action) return optionsOf(action)
  const options = definition?.options as Field | Fields | undefined
  return options && isField(options) ? innerFields(options) : options
}

/** True if it is one field, such as a union, and not several by name. */
const isField = (value: Field | Fields): value is Field => typeof (value as { kind?: unknown }).kind === 'string'

function labelsIn(fields: Fields, [name, ...rest]: readonly string[]): string[] | undefined {
  if (name === undefined) return []
  if (name.startsWith('#')) return labelsIn(fields, rest)
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!field) return undefined
  const inner = labelsIn(innerFields(field), rest)
  return inner && [field.label, ...inner]
}

/** The fields of a value of a field, in all of its variants. */
function innerFields(field: Field): Fields {
  switch (field.kind) {
    case 'group':
      return field.fields
    case 'rows':
      return field.union ? innerFields(field.union) : field.fields
    case 'union':
      return merged([field.base, ...field.members.map(({ fields }) => fields)])
    case 'variants':
      return merged(Object.values(field.variants))
    default:
      return {}
  }
}

/** Of fields with the same name, the first one counts. */
const merged = (all: readonly Fields[]): Fields => Object.assign({}, ...all.toReversed())
