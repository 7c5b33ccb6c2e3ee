/** The subset of JSON Schema that forms are built from. */
export interface JsonSchema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema | boolean
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  minimum?: number
  maximum?: number
  pattern?: string
}

/** The alternatives of a schema, distinguished by the value of one property. */
export interface Variants {
  key: string
  values: string[]
  /** The other properties of the alternative with a given value. */
  pick(value: unknown): JsonSchema
}

/** Reads a union of objects as variants; undefined for other schemas. */
export function variantsOf(schema: JsonSchema): Variants | undefined {
  const options = schema.oneOf ?? schema.anyOf
  if (!options?.every((option) => option.properties)) return undefined
  const valuesOf = (option: JsonSchema, key: string) => namedValues(option.properties?.[key])
  const key = ['type', 'action', 'task', 'eventType', 'role'].find((name) =>
    options.some((option) => valuesOf(option, name).length > 0),
  )
  if (key === undefined) return undefined
  const others = (option: JsonSchema | undefined): JsonSchema => {
    const { [key]: _, ...properties } = option?.properties ?? {}
    return { type: 'object', properties, required: option?.required ?? [] }
  }
  const empty = options.find((option) => valuesOf(option, key).length === 0) ?? options[0]
  return {
    key,
    values: options.flatMap((option) => valuesOf(option, key)),
    pick: (value) => others(options.find((option) => valuesOf(option, key).includes(value as string)) ?? empty),
  }
}

/** The texts that a schema allows; empty if it is not restricted to some. */
export function namedValues(schema: JsonSchema | undefined): string[] {
  if (typeof schema?.const === 'string') return [schema.const]
  return schema?.enum?.filter((value): value is string => typeof value === 'string') ?? []
}

/** The schema without the alternative that a form does not offer: null, which an empty field represents. */
export function mainSchema(schema: JsonSchema): JsonSchema {
  const options = schema.anyOf?.filter(({ type }) => type !== 'null')
  if (options?.length === 1) return options[0]!
  if (!Array.isArray(schema.type)) return schema
  const types = schema.type.filter((type) => type !== 'null')
  return { ...schema, type: types.length === 1 ? types[0]! : types }
}

/** True for a number that may also be text with a variable in it. */
export const isNumberOrText = ({ type }: JsonSchema): boolean =>
  Array.isArray(type) && type.includes('number') && type.includes('string')

/** True for a value of any type: a form offers text for it. */
export const isAnything = (schema: JsonSchema): boolean => Object.keys(schema).length === 0
