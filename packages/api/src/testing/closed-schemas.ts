import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { JsonSchema } from '../openapi/json-schema.js'

export type { JsonSchema }

interface Described {
  components: { schemas: Record<string, JsonSchema> }
}

/** Validates values against the schemas of a document as strictly as possible: undescribed fields are errors, too. */
export function closedSchemas(document: Described): (schema: JsonSchema, value: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  addFormats.default(ajv)
  ajv.addSchema({ $id: base, components: { schemas: closed(document.components.schemas) } })
  const compiled = new Map<string, (value: unknown) => boolean>()
  return (schema, value) => {
    const key = JSON.stringify(schema)
    const validate = compiled.get(key) ?? ajv.compile({ $id: `${base}${compiled.size}`, ...closed(schema) })
    compiled.set(key, validate)
    if (validate(value)) return []
    return (validate as { errors?: { instancePath: string; message?: string; params: unknown }[] }).errors?.map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    ) as string[]
  }
}

const base = 'https://schemas.example/'

/** A copy in which objects allow only the described fields, unless they are described as open. */
function closed<T>(json: T): T {
  if (typeof json !== 'object' || json === null) return json
  if (Array.isArray(json)) return json.map(closed) as T
  const copy = Object.fromEntries(
    Object.entries(json).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? value.replace(/^#/, `${base}#`) : closed(value),
    ]),
  )
  const { type, properties, additionalProperties } = copy
  if (type === 'object' && properties && additionalProperties === undefined) copy.additionalProperties = false
  delete copy.discriminator
  return copy as T
}
