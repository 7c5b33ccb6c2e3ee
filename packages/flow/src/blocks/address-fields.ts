import type { Field, Fields, UnionField } from '../fields/fields.js'
import { isUnion } from '../fields/union-fields.js'
import { definitionOf, definitions } from './registry.js'

/** Names of the fields of a block type whose texts are addresses. */
export const addressFieldsOf = (type: string): ReadonlySet<string> => byType.get(type) ?? none

const none: ReadonlySet<string> = new Set()

const byType: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  definitions.map(({ type }) => {
    const { content, options, items } = definitionOf(type) ?? {}
    return [type, new Set([content, options, items?.fields].flatMap((fields) => (fields ? namesIn(fields) : [])))]
  }),
)

function namesIn(fields: Fields | UnionField): string[] {
  if (isUnion(fields)) return [fields.base, ...fields.members.map((member) => member.fields)].flatMap(namesIn)
  return Object.entries<Field>(fields).flatMap(([name, field]) => {
    if (field.kind === 'text') return field.position === 'address' ? [name] : []
    return field.kind === 'group' || field.kind === 'rows' ? namesIn(field.fields) : []
  })
}
