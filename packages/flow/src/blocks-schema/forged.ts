import * as z from 'zod'
import type { Action } from '../integrations/define.js'
import { integrationOf, integrations, isIntegration } from '../integrations/registry.js'
import { blockShape, byType, exitShape, fallbackShape, optionalText } from './block-shape.js'
import { type ForgedBlock, type ForgedOptions, type ForgedType, forgedTypes } from './forged-types.js'
import { shapeOf } from './options-schema.js'

const undefinedKey = z.undefined().optional()

const actionsOf = (type: ForgedType): Readonly<Record<string, Action>> => integrations[type].actions

const optionSchemas = new Map<string, z.ZodType<ForgedOptions>>()

/** Schema of the options of one action; undefined when the service has no such action. */
export function forgedOptionsSchema(type: string, action: string | undefined): z.ZodType<ForgedOptions> | undefined {
  const key = action === undefined ? type : `${type}/${action}`
  const schema = optionSchemas.get(key) ?? makeOptionsSchema(type, action)
  if (schema) optionSchemas.set(key, schema)
  return schema
}

function makeOptionsSchema(type: string, action: string | undefined): z.ZodType<ForgedOptions> | undefined {
  if (!isIntegration(type)) return undefined
  const actions = actionsOf(type)
  const common = { credentialsId: optionalText, ...shapeOf(Object.values(actions)[0]?.base ?? {}) }
  if (action === undefined) return z.object({ ...common, action: undefinedKey }) as z.ZodType<ForgedOptions>
  if (!Object.hasOwn(actions, action)) return undefined
  const options = shapeOf(actions[action]!.options)
  return z.object({ ...common, action: z.literal(action), ...options }) as z.ZodType<ForgedOptions>
}

/** Names of the actions of a service. */
export const forgedActions = (type: ForgedType): string[] => Object.keys(actionsOf(type))

const serviceOptions = z
  .looseObject({ action: optionalText, credentialsId: optionalText })
  .meta({ id: 'ServiceOptions', description: 'Options of an action of a service, besides its name and credentials' })

/** Schemas of the integration blocks without the options of their actions. */
export const forgedSchemas: { readonly [T in ForgedType]: z.ZodType<ForgedBlock<T>> } = byType(forgedTypes, (type) => {
  const schema: z.ZodType = blockShape(
    type,
    { ...exitShape, ...fallbackShape, options: serviceOptions.optional() },
    integrationOf(type)?.name,
  )
  return schema as z.ZodType<never>
})
