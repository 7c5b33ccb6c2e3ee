import type { Content, OpenApiDocument, Operation } from './document.js'
import { type JsonSchema, referencePrefix } from './json-schema.js'

type Schemas = Readonly<Record<string, JsonSchema>>

/**
 * The same description as OpenAPI 3.0.3, for generators of clients that do not know 3.1. Where 3.0 cannot say what 3.1 says, or generators make
 * of it what does not compile, it says less: a value of several plain types is any value, and alternatives without a discriminator are one
 * object with the fields of all.
 */
export function asOpenApi30(document: OpenApiDocument): object {
  const schemas: Schemas = document.components.schemas
  const kinds = kindsOf(schemas)
  const older = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(older)
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => {
        if (key === 'example' || key === 'examples') return [key, part]
        return [key, key === 'schema' ? olderSchema(part as JsonSchema, schemas) : older(part)]
      }),
    )
  }
  const { schemas: _, ...components } = document.components
  const olderSchemas = Object.entries(schemas).map(([name, schema]) => {
    const converted = olderSchema(schema, schemas, true)
    for (const property of kinds.get(name) ?? []) converted.properties = { ...converted.properties, [property]: text }
    return [name, converted]
  })
  const paths = Object.entries(document.paths).map(([path, operations]) => {
    const titled = Object.entries(operations).map(([method, operation]) => [method, older(withTitles(operation))])
    return [path, Object.fromEntries(titled)]
  })
  return {
    ...document,
    openapi: '3.0.3',
    paths: Object.fromEntries(paths),
    components: { ...(older(components) as object), schemas: Object.fromEntries(olderSchemas) },
  }
}

/** Generators name types after titles, and number those that have none. */
function withTitles({ operationId, requestBody, responses, ...operation }: Operation): object {
  const name = operationId.charAt(0).toUpperCase() + operationId.slice(1)
  const titled = ({ content, ...rest }: { content?: Content; $ref?: string }, title: string) => ({
    ...rest,
    ...(content && {
      content: Object.fromEntries(
        Object.entries(content).map(([type, media]) => [
          type,
          { ...media, schema: media.schema.$ref === undefined ? { title, ...media.schema } : media.schema },
        ]),
      ),
    }),
  })
  return {
    ...operation,
    operationId,
    ...(requestBody && { requestBody: titled(requestBody, `${name}Body`) }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [status, titled(response, `${name}Answer`)]),
    ),
  }
}

const text: JsonSchema = { type: 'string' }

/**
 * Properties that tell variants apart, by the names of the variants. The discriminator has their values: where a variant repeats its own,
 * generators narrow it to nothing.
 */
function kindsOf(schemas: Schemas): Map<string, Set<string>> {
  const kinds = new Map<string, Set<string>>()
  for (const { discriminator } of Object.values(schemas)) {
    for (const reference of Object.values(discriminator?.mapping ?? {})) {
      const name = reference.slice(referencePrefix.length)
      kinds.set(name, (kinds.get(name) ?? new Set()).add(discriminator?.propertyName as string))
    }
  }
  return kinds
}

/** `isNamed`: it is a component. Only as such, generators tell variants apart by a discriminator. */
function olderSchema(schema: JsonSchema, schemas: Schemas, isNamed = false): JsonSchema {
  const { $ref, type = [], anyOf, oneOf, discriminator, examples, propertyNames: _, ...rest } = schema
  const older = inParts(rest, schemas)
  if (Array.isArray(examples)) older.example ??= examples[0]
  if ($ref !== undefined) return Object.keys(older).length === 0 ? { $ref } : { ...older, allOf: [{ $ref }] }
  const types = [type].flat()
  const variants = anyOf ?? oneOf ?? []
  if ([...types, ...variants.map((variant) => variant.type)].includes('null')) older.nullable = true
  const [only, ...others] = types.filter((one) => one !== 'null')
  if (only !== undefined && others.length === 0) older.type = only
  else delete older.items
  if (older.type === 'array') older.items ??= {}
  const kept = variants.filter((variant) => variant.type !== 'null').map((variant) => olderSchema(variant, schemas))
  const [first] = kept
  if (first === undefined) return older
  if (kept.length === 1) return { ...('$ref' in first ? { allOf: [first] } : first), ...older }
  if (isNamed && discriminator) return { ...older, oneOf: kept, discriminator }
  const objects = kept.map((variant) => resolved(variant, schemas))
  return objects.every(({ properties }) => properties) ? { ...older, ...merged(objects) } : older
}

/** Converts the schemas inside of one. */
function inParts(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const older = { ...schema }
  for (const key of ['items', 'not', 'additionalProperties'] as const) {
    const part = schema[key]
    if (isObject(part)) older[key] = olderSchema(part, schemas)
  }
  if (schema.properties) {
    const properties = Object.entries(schema.properties)
    older.properties = Object.fromEntries(properties.map(([name, part]) => [name, olderSchema(part, schemas)]))
  }
  return older
}

function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const named = schema.$ref === undefined ? undefined : schemas[schema.$ref.slice(referencePrefix.length)]
  return named ? olderSchema(named, schemas) : schema
}

/** One object for several: with all their fields, of which those that all require are required. A field that differs is any value. */
function merged(objects: readonly JsonSchema[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {}
  for (const [name, property] of objects.flatMap((object) => Object.entries(object.properties ?? {}))) {
    const known = properties[name]
    properties[name] = !known || JSON.stringify(known) === JSON.stringify(property) ? property : {}
  }
  const required = objects[0]?.required?.filter((name) => objects.every((object) => object.required?.includes(name)))
  return { type: 'object', properties, ...(required?.length && { required }) }
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
