import fc from 'fast-check'

export interface JsonSchema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  minimum?: number
  maximum?: number
  pattern?: string
  $ref?: string
}

/** Values that are meant to do harm, wherever a value is expected. */
const hostileValues: readonly unknown[] = [
  null,
  '',
  '\u0000',
  '\ud800',
  '__proto__',
  "' OR 1=1 --",
  '{{x}}',
  '<img src=x onerror=alert(1)>',
  '../../etc/passwd',
  'x'.repeat(20_000),
  -1,
  1e308,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  [[[[[[[[]]]]]]]],
  { __proto__: null, constructor: { prototype: {} } },
]

/**
 * Values that a JSON Schema describes, with something hostile in some places. `textOf` gives texts for a key, such as ids that
 * the service has answered with.
 */
export function arbitraryOfJsonSchema(
  schema: JsonSchema,
  textOf: (key: string) => fc.Arbitrary<string>,
  key = '',
  depth = 0,
): fc.Arbitrary<unknown> {
  const inner = (part: JsonSchema, name = key) => arbitraryOfJsonSchema(part, textOf, name, depth + 1)
  const hostile = { weight: 1, arbitrary: fc.constantFrom(...hostileValues) }
  const mostly = (arbitrary: fc.Arbitrary<unknown>) => fc.oneof({ weight: 25, arbitrary }, hostile)
  if (depth > 8 || schema.$ref !== undefined) return fc.constantFrom(...hostileValues)
  if (schema.const !== undefined) return mostly(fc.constant(schema.const))
  if (schema.enum) return mostly(fc.constantFrom(...schema.enum))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return mostly(fc.oneof(...choices.map((choice) => inner(choice))))
  if (schema.allOf) return mostly(fc.tuple(...schema.allOf.map((part) => inner(part))).map(merged))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'string':
      return mostly(textOf(key))
    case 'integer':
    case 'number':
      return mostly(wholeNumber(schema))
    case 'boolean':
      return mostly(fc.boolean())
    case 'array': {
      if (schema.prefixItems) return mostly(fc.tuple(...schema.prefixItems.map((item) => inner(item))))
      return mostly(fc.array(inner(schema.items ?? {}), { maxLength: 3 }))
    }
    case 'object':
      return mostly(objectOf(schema, inner))
    default:
      return fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(...hostileValues))
  }
}

function wholeNumber({ minimum = -10, maximum = 1000 }: JsonSchema): fc.Arbitrary<number> {
  const min = Math.max(-(2 ** 31), Math.ceil(minimum))
  return fc.integer({ min, max: Math.max(min, Math.min(2 ** 31 - 1, Math.floor(maximum))) })
}

function objectOf(schema: JsonSchema, inner: (part: JsonSchema, name: string) => fc.Arbitrary<unknown>) {
  const shape = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, part]) => [name, inner(part, name)]),
  )
  const requiredKeys = (schema.required ?? []).filter((name) => name in shape)
  return fc.record(shape, { requiredKeys })
}

function merged(parts: readonly unknown[]): unknown {
  return Object.assign({}, ...parts.filter((part) => typeof part === 'object'))
}
