import * as z from 'zod'
import { comparisonOperatorSchema, conditionSchema, displayConditionSchema } from '../conditions/condition.js'
import { describedAs } from '../describe.js'
import type { Field, Fields, UnionField } from '../fields/fields.js'
import { isObject } from '../json.js'
import { numOrVar } from '../num-or-var.js'

/**
 * The shape of a flow's options, from their fields. A flow may omit any option: required ones are checked by the linter and at run time.
 */
export const shapeOf = (fields: Fields): z.ZodRawShape =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const schema = schemaOf(field)
      return [name, isAlwaysThere(field) ? schema : schema.optional()]
    }),
  )

const isAlwaysThere = (field: Field): boolean =>
  field.kind === 'id' || field.kind === 'literal' || ('isAlwaysThere' in field && field.isAlwaysThere === true)

function schemaOf(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text': {
      const { pattern, isNullable } = field
      if (pattern) return z.string().regex(new RegExp(pattern.source), pattern.problem)
      return isNullable ? z.string().nullable() : z.string()
    }
    case 'list':
    case 'variable':
    case 'code':
    case 'reference':
    case 'id':
    case 'edge':
    case 'sample':
      return z.string()
    case 'literal':
      return z.literal(field.value)
    case 'number':
      return field.isStrict ? strictNumber(field.min, field.max) : numOrVar.unwrap()
    case 'switch':
      return z.boolean()
    case 'choice': {
      const schema =
        field.name === comparisonOperator ? comparisonOperatorSchema : z.enum([...field.values, ...(field.kept ?? [])])
      const { emptyMeans } = field
      return emptyMeans === undefined ? schema : z.preprocess((value) => value || emptyMeans, schema)
    }
    case 'texts':
      return z.array(z.string())
    case 'tree':
      return z.array(z.any())
    case 'any':
      return z.any()
    case 'condition':
      return conditionSchema
    case 'display condition':
      return displayConditionSchema
    case 'group':
      return named(field.name, field.fields)
    case 'rows': {
      if (field.union) return z.array(unionOf(field.union))
      return withRenamed(z.array(named(field.name, field.fields)), field.fields)
    }
    case 'union':
      return unionOf(field)
    case 'variants': {
      const { key, variants, isList, fallback } = field
      const [...members] = Object.entries(variants).map(([name, fields]) =>
        z.object({ [key]: z.literal(name), ...shapeOf(fields) }),
      )
      const schema = describedAs(
        z.discriminatedUnion(key, [z.object({ [key]: z.undefined().optional() }), ...members]),
        z.looseObject({ [key]: z.enum(Object.keys(variants)).optional() }).meta({ description: `By its \`${key}\`` }),
      )
      if (!isList) return schema
      const list = z.array(schema)
      return fallback === undefined ? list : z.preprocess(withKey(key, fallback), list)
    }
  }
}

const comparisonOperator = 'ComparisonOperator'

const strictNumber = (min: number | undefined, max: number | undefined): z.ZodType => {
  const least = min === undefined ? z.number() : z.number().min(min)
  return max === undefined ? least : least.max(max)
}

const namedSchemas = new Map<string, z.ZodObject>()

/** The schema of an object. Objects with the same name share one schema, which the API reference names once. */
function named(name: string | undefined, fields: Fields): z.ZodObject {
  if (name === undefined) return z.object(shapeOf(fields))
  const known = namedSchemas.get(name) ?? z.object(shapeOf(fields)).meta({ id: name })
  namedSchemas.set(name, known)
  return known
}

/** The schema of an object whose fields depend on one of them. */
export function unionOf({ key, base, members }: UnionField): z.ZodType {
  const [first, ...others] = members.map(({ is, fields }) => {
    const values = is.filter((value) => value !== undefined)
    const [value] = values
    const schema =
      value === undefined ? z.undefined() : values.length === 1 ? z.literal(value) : z.enum(values as [string])
    return z.object({
      ...shapeOf(base),
      [key]: values.length < is.length ? schema.optional() : schema,
      ...shapeOf(fields),
    })
  })
  return z.discriminatedUnion(key, [first!, ...others])
}

/** Adds the fallback variant to list entries that name none, and drops entries that are not objects. */
const withKey = (key: string, fallback: string) => (value: unknown) =>
  Array.isArray(value)
    ? value.filter(isObject).map((entry) => (key in entry ? entry : { [key]: fallback, ...entry }))
    : value

/** Reads rows in which values of choices may have their former names. */
function withRenamed(schema: z.ZodType, fields: Fields): z.ZodType {
  const renamed = Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'choice' && field.renamed ? [[name, field.renamed] as const] : [],
  )
  if (renamed.length === 0) return schema
  const renameRow = (row: unknown): unknown => {
    if (!isObject(row)) return row
    const changed = renamed.flatMap(([name, names]) => {
      const value = row[name]
      return typeof value === 'string' && Object.hasOwn(names, value) ? [[name, names[value]]] : []
    })
    return { ...row, ...Object.fromEntries(changed) }
  }
  return z.preprocess((value) => (Array.isArray(value) ? value.map(renameRow) : undefined), schema.optional())
}
