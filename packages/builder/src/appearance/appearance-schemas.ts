import { settingsSchema, themeSchema } from '@colloquy/flow'
import * as z from 'zod'
import type { JsonSchema } from '../catalogue/json-schema.js'

export const themeJsonSchema = (): JsonSchema => describe(themeSchema)
export const settingsJsonSchema = (): JsonSchema => describe(settingsSchema)

/** Names of shapes are left out: a form is made from all of its shape, without references. */
const describe = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: z.registry() }) as JsonSchema
