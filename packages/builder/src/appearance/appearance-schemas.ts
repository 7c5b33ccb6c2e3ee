import { settingsSchema, themeSchema } from '@colloquy/flow'
import * as z from 'zod'
import type { JsonSchema } from '../catalogue/json-schema.js'

export const themeJsonSchema = (): JsonSchema => describe(themeSchema)
export const settingsJsonSchema = (): JsonSchema => describe(settingsSchema)

/** Describes a schema inline: without names of shapes, because a form is built from its whole shape and cannot follow references. */
const describe = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: z.registry() }) as JsonSchema
