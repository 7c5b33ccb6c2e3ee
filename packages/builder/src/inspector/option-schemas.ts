import {
  type BlockType,
  blockSchemas,
  type ForgedType,
  forgedActions,
  forgedOptionsSchema,
  forgedTypes,
  settingsSchema,
  themeSchema,
} from '@colloquy/flow'
import * as z from 'zod'
import type { JsonSchema } from './json-schema.js'

const isForged = (type: string): type is ForgedType => (forgedTypes as readonly string[]).includes(type)

/** The schema of what can be set in a block, and the key under which the block holds it. */
export function optionSchema(
  type: BlockType,
  action: string | undefined,
): { key: string; schema: JsonSchema } | undefined {
  if (isForged(type)) {
    const schema = forgedOptionsSchema(type, action) ?? forgedOptionsSchema(type, undefined)
    if (!schema) return undefined
    const described = describe(schema)
    return {
      key: 'options',
      schema: { ...described, properties: { ...described.properties, action: { enum: forgedActions(type) } } },
    }
  }
  const { properties = {} } = describe(blockSchemas[type])
  const key = properties.options ? 'options' : properties.content ? 'content' : undefined
  return key === undefined ? undefined : { key, schema: properties[key]! }
}

export const themeJsonSchema = (): JsonSchema => describe(themeSchema)
export const settingsJsonSchema = (): JsonSchema => describe(settingsSchema)

const describe = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
