import { type Fields, type UnionField, unionFields } from '@colloquy/flow/integrations'
import { newId } from '../document/new-id.js'

type Loose = Record<string, unknown>

/** Required values of an object. */
export const emptyValues = (fields: Fields): Loose =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
      if (field.kind === 'id') return [[name, newId()]]
      if (field.kind === 'literal') return [[name, field.value]]
      if (!field.isAlwaysThere) return []
      if (field.kind === 'choice') return [[name, field.values[0]]]
      return field.kind === 'rows' ? [[name, []]] : [[name, {}]]
    }),
  )

/** Required lists of a group. */
export const emptyLists = (fields: Fields): Loose =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'rows' && field.isAlwaysThere ? [[name, []]] : [],
    ),
  )

/** Converts the values of one member to another, dropping those that do not fit: a text cannot replace an object. */
export function intoMember(union: UnionField, values: Loose): Loose {
  const fields = unionFields(union, values)
  const kept = Object.entries(values).filter(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return field === undefined || (field.kind === 'group') === isObject
  })
  return { ...emptyValues(fields), ...Object.fromEntries(kept) }
}
