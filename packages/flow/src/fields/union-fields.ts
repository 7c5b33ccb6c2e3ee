import { choice, type Fields, type UnionField } from './fields.js'

export const isUnion = (fields: Fields | UnionField): fields is UnionField => fields.kind === 'union'

/** The fields of an object that a union describes, given its contents: the common fields, its key, and those of its member. */
export function unionFields(
  { key, label, base, members }: UnionField,
  values: Readonly<Record<string, unknown>>,
): Fields {
  const member = members.find(({ is }) => is.includes(values[key] as string | undefined))
  const names = members.flatMap(({ is }) => is).filter((name) => name !== undefined)
  return { ...base, [key]: choice(names, { label }), ...member?.fields }
}
