import { capitalized } from '../capitalized.js'
import type { Content, OpenApiDocument, Operation } from './document.js'
import { type JsonSchema, referencePrefix } from './json-schema.js'

type Schemas = Readonly<Record<string, JsonSchema>>

/**
 * Converts the description to OpenAPI 3.0.3, for client generators that do not support 3.1. It is less precise where 3.0 cannot express
 * something or generators produce code that does not compile: a value of several plain types becomes any value, and alternatives without a
 * discriminator become one object with the fields of all.
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

/** Generators name types after titles and number the types that have none. */
function withTitles({ operationId, requestBody, responses, ...operation }: Operation): object {
  const name = capitalized(operationId)
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
 * Properties that discriminate between variants, by variant name. The discriminator lists their values; if a variant repeated its own,
 * generators would narrow it to `never`.
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

/** `isNamed`: the schema is a component. Generators support a discriminator only between components. */
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

/** Converts the schemas nested in a schema. */
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

/** Merges several objects into one with all their fields. A field is required if all require it; a field that differs becomes any value. */
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
