import { descriptionOf } from '@colloquy/flow'
import * as z from 'zod'

/** A JSON Schema of the 2020-12 dialect, which OpenAPI 3.1 uses. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: JsonSchema | false
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  discriminator?: { propertyName: string; mapping?: Record<string, string> }
  enum?: unknown[]
  description?: string
  example?: unknown
  [keyword: string]: unknown
}

/** Direction that a schema describes: request data (`input`) or response data (`output`). */
export type Direction = 'input' | 'output'

export const referencePrefix = '#/components/schemas/'

/** Converted shapes by their zod schema, and all named shapes that they refer to. */
export interface Conversion {
  readonly shapes: ReadonlyMap<z.ZodType, JsonSchema>
  readonly named: ReadonlyMap<string, JsonSchema>
}

/**
 * Converts schemas to JSON Schema with references to named shapes. Uses only constructs that common client generators understand. Throws
 * when a shape cannot be described, or when two shapes have the same name.
 */
export function toJsonSchemas(schemas: Iterable<z.ZodType>, io: Direction): Conversion {
  const shapes = new Map<z.ZodType, JsonSchema>()
  const named = new Map<string, JsonSchema>()
  for (let next = new Set(schemas); next.size > 0; ) {
    const standIns = new Set<z.ZodType>()
    convert(next, io, standIns, shapes, named)
    next = new Set([...standIns].filter((standIn) => !named.has(nameOf(standIn) as string)))
  }
  return { shapes, named }
}

/** Runs one pass and adds the shapes that stand in for others to `standIns`. */
function convert(
  schemas: ReadonlySet<z.ZodType>,
  io: Direction,
  standIns: Set<z.ZodType>,
  shapes: Map<z.ZodType, JsonSchema>,
  named: Map<string, JsonSchema>,
): void {
  const registry = z.registry<{ id: string }>()
  for (const schema of schemas) registry.add(schema, { id: nameOf(schema) ?? `${anonymous}${registry._idmap.size}` })
  const converted = z.toJSONSchema(registry, {
    io,
    uri: (id) => definitionPrefix + id,
    unrepresentable: ({ zodSchema, path, message }) => {
      if (describedElsewhere.has(zodSchema._zod.def.type)) return {}
      throw new Error(`${path.join('.')}: ${message}`)
    },
    override: ({ zodSchema, jsonSchema, path }) => {
      const json = jsonSchema as JsonSchema
      const standIn = descriptionOf(zodSchema)
      if (!standIn) return simplify(zodSchema, json, io, path)
      const name = nameOf(standIn)
      if (name !== undefined) standIns.add(standIn)
      replaceWith(json, name === undefined ? inlined(standIn, io) : { $ref: referencePrefix + name })
    },
  }).schemas as Record<string, JsonSchema & { $defs?: Record<string, JsonSchema> }>
  const { __shared: shared, ...roots } = converted
  for (const [name, json] of Object.entries(shared?.$defs ?? {})) named.set(name, withReferences(json, roots))
  for (const schema of schemas) {
    const id = registry.get(schema)?.id as string
    const json = withReferences(contentOf(roots[id]), roots)
    const isNamed = !id.startsWith(anonymous)
    if (isNamed) named.set(id, json)
    shapes.set(schema, isNamed ? { $ref: referencePrefix + id } : json)
  }
}

const contentOf = ({ $schema: _, $id: __, ...json }: JsonSchema = {}): JsonSchema => json

const anonymous = '#'

/** A shape without a name that refers to no other shapes. */
function inlined(shape: z.ZodType, io: Direction): JsonSchema {
  return toJsonSchemas([shape], io).shapes.get(shape) as JsonSchema
}

/** Types described by the surrounding shape: transforms by their input or by `describedAs`, `undefined` by an absent field. */
const describedElsewhere = new Set(['transform', 'undefined'])

const nameOf = (schema: z.core.$ZodType): string | undefined => z.globalRegistry.get(schema)?.id

function replaceWith(json: JsonSchema, other: JsonSchema): void {
  const { description } = json
  for (const key of Object.keys(json)) delete json[key]
  Object.assign(json, other, description !== undefined && { description })
}

/** Simplifies the schema and rewrites it into constructs that generators understand. */
function simplify(schema: z.core.$ZodTypes, json: JsonSchema, io: Direction, path: readonly PropertyKey[]): void {
  const { def } = schema._zod
  if (def.type === 'pipe' && io === 'output' && def.out._zod.def.type === 'transform') {
    throw new Error(`${path.join('.')}: describe what comes out of this transform with describedAs()`)
  }
  if (def.type === 'object') {
    if (!def.catchall) delete json.additionalProperties
    for (const [key, field] of Object.entries(def.shape)) if (isUndefined(field)) delete json.properties?.[key]
  }
  if (def.type === 'union') describeUnion(def, json)
  if (def.type === 'tuple') describeTuple(json)
  if (isName(json.propertyNames)) delete json.propertyNames
  if (json.format !== undefined || !isPortable(json.pattern)) delete json.pattern
  if (json.type === 'string') delete json.allOf
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if ('const' in json) {
    json.enum = [json.const]
    delete json.const
  }
}

/** False for `\\p{…}`, which other languages lack or write in a different way. */
const isPortable = (pattern: unknown): boolean => !/\\p\{/i.test(String(pattern))

const isName = (names: unknown): boolean => JSON.stringify(names) === '{"type":"string"}'

function isUndefined(field: z.core.$ZodType): boolean {
  const { def } = (field as z.core.$ZodTypes)._zod
  return def.type === 'undefined' || (def.type === 'optional' && isUndefined(def.innerType))
}

/** Named variants that one property distinguishes get a discriminator; of other variants, any may match. */
function describeUnion(def: z.core.$ZodUnionDef, json: JsonSchema): void {
  const variants = json.oneOf ?? json.anyOf ?? []
  const propertyName = (def as { discriminator?: string }).discriminator ?? json.discriminator?.propertyName
  delete json.oneOf
  delete json.anyOf
  if (propertyName === undefined || !variants.every(({ $ref }) => $ref)) {
    json.anyOf = variants
    return
  }
  json.oneOf = variants
  const mapping: [string, string][] = def.options.flatMap((option, index) => {
    const values = [...(option._zod.propValues?.[propertyName] ?? [])]
    return values.map((value): [string, string] => [String(value), variants[index]?.$ref as string])
  })
  json.discriminator = { propertyName, mapping: Object.fromEntries(mapping) }
}

/** Generators support only lists with one item schema, so the schemas of a tuple become alternatives. */
function describeTuple(json: JsonSchema): void {
  json.items = { anyOf: json.prefixItems as JsonSchema[] }
  delete json.prefixItems
}

const definitionPrefix = 'definition:'
const sharedPrefix = `${definitionPrefix}__shared#/$defs/`

/** Replaces the references of a conversion by those of a document; the former also refer to shapes without a name. */
function withReferences(json: JsonSchema, roots: Readonly<Record<string, JsonSchema>>): JsonSchema {
  forEachReference(json, (reference) => {
    const { $ref, ...own } = reference
    if (!$ref.startsWith(definitionPrefix + anonymous)) return
    replaceWith(reference, { ...contentOf(roots[$ref.slice(definitionPrefix.length)]), ...own })
  })
  renameReferences(json, (reference) => {
    const prefix = [sharedPrefix, definitionPrefix].find((one) => reference.startsWith(one))
    return prefix === undefined ? reference : referencePrefix + reference.slice(prefix.length)
  })
  return json
}

/** Renames the references in a schema, in place. */
export function renameReferences(json: unknown, rename: (reference: string) => string): void {
  forEachReference(json, (reference) => {
    reference.$ref = rename(reference.$ref)
  })
  forEachObject(json, ({ discriminator, oneOf }) => {
    if (!oneOf || !discriminator?.mapping) return
    for (const [value, reference] of Object.entries(discriminator.mapping)) {
      discriminator.mapping[value] = rename(reference)
    }
  })
}

/** Calls `visit` for each object within a schema that is a reference. */
export function forEachReference(json: unknown, visit: (reference: JsonSchema & { $ref: string }) => void): void {
  forEachObject(json, (one) => {
    if (typeof one.$ref === 'string') visit(one as JsonSchema & { $ref: string })
  })
}

function forEachObject(json: unknown, visit: (object: JsonSchema) => void): void {
  if (typeof json !== 'object' || json === null) return
  visit(json as JsonSchema)
  for (const child of Object.values(json)) forEachObject(child, visit)
}
