import * as z from 'zod'

/** The field of a renamed field's schema that has its new name; also in the OpenAPI document. */
const renamedTo = 'x-renamed-to'

type EarlierFields<Shape extends z.core.$ZodLooseShape, Names> = {
  [Field in keyof Names & keyof Shape as Names[Field] & string]: z.ZodOptional<
    Shape[Field] extends z.core.$ZodType ? Shape[Field] : never
  >
}

/**
 * Adds fields of a response also below the names that they had in an earlier version, which are deprecated. Handlers return the new names;
 * `addEarlierNames` copies them: `withEarlierNames({ messages }, { messages: 'texts' })`.
 */
export function withEarlierNames<
  Shape extends Record<string, z.ZodType>,
  const Names extends { readonly [Field in keyof Shape]?: string },
>(shape: Shape, earlierNames: Names): Shape & EarlierFields<Shape, Names> {
  const earlier = Object.entries(earlierNames).map(([field, name]) => [
    name,
    (shape[field] as z.ZodType)
      .optional()
      .meta({ description: `Deprecated: use \`${field}\``, deprecated: true, [renamedTo]: field }),
  ])
  return { ...shape, ...Object.fromEntries(earlier) }
}

type Change = (value: unknown) => unknown

/** Returns a function that adds the earlier names to a response of this schema; undefined if no field of it was renamed. */
export function addEarlierNames(schema: z.ZodType | undefined): Change | undefined {
  if (schema instanceof z.ZodObject) return changeOfObject(schema.shape)
  if (schema instanceof z.ZodArray) {
    const change = addEarlierNames(schema.element as z.ZodType)
    return change && ((value) => (Array.isArray(value) ? value.map(change) : value))
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return addEarlierNames(schema.unwrap() as z.ZodType)
  return undefined
}

function changeOfObject(shape: Record<string, z.ZodType>): Change | undefined {
  const fields = Object.entries(shape)
  const renamed = fields.flatMap(([earlier, field]) => {
    const name = field.meta()?.[renamedTo]
    return typeof name === 'string' ? [{ earlier, name }] : []
  })
  const earlierNames = new Set(renamed.map(({ earlier }) => earlier))
  const changes = fields.flatMap(([name, field]) => {
    const change = earlierNames.has(name) ? undefined : addEarlierNames(field)
    return change ? [{ name, change }] : []
  })
  if (renamed.length === 0 && changes.length === 0) return undefined
  return (value) => {
    if (typeof value !== 'object' || value === null) return value
    const copy: Record<string, unknown> = { ...value }
    for (const { name, change } of changes) if (name in copy) copy[name] = change(copy[name])
    for (const { earlier, name } of renamed) if (name in copy) copy[earlier] = copy[name]
    return copy
  }
}
