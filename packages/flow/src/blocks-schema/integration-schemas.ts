import * as z from 'zod'
import type { Action } from '../integrations/define.js'
import {
  type IntegrationType,
  integrationOf,
  integrations,
  integrationTypes,
  isIntegration,
} from '../integrations/registry.js'
import { blockShape, byType, exitShape, fallbackShape, optionalText } from './block-shape.js'
import type { IntegrationBlock, IntegrationOptions } from './integration-types.js'
import { shapeOf } from './options-schema.js'

const undefinedKey = z.undefined().optional()

const actionsOf = (type: IntegrationType): Readonly<Record<string, Action>> => integrations[type].actions

const optionSchemas = new Map<string, z.ZodType<IntegrationOptions>>()

/** Schema of the options of one action; undefined when the service has no such action. */
export function integrationOptionsSchema(
  type: string,
  action: string | undefined,
): z.ZodType<IntegrationOptions> | undefined {
  const key = action === undefined ? type : `${type}/${action}`
  const schema = optionSchemas.get(key) ?? makeOptionsSchema(type, action)
  if (schema) optionSchemas.set(key, schema)
  return schema
}

function makeOptionsSchema(type: string, action: string | undefined): z.ZodType<IntegrationOptions> | undefined {
  if (!isIntegration(type)) return undefined
  const actions = actionsOf(type)
  const common = { credentialsId: optionalText, ...shapeOf(Object.values(actions)[0]?.base ?? {}) }
  if (action === undefined) return z.object({ ...common, action: undefinedKey }) as z.ZodType<IntegrationOptions>
  if (!Object.hasOwn(actions, action)) return undefined
  const options = shapeOf(actions[action]!.options)
  return z.object({ ...common, action: z.literal(action), ...options }) as z.ZodType<IntegrationOptions>
}

/** Names of the actions of a service. */
export const integrationActions = (type: IntegrationType): string[] => Object.keys(actionsOf(type))

const serviceOptions = z
  .looseObject({ action: optionalText, credentialsId: optionalText })
  .meta({ id: 'ServiceOptions', description: 'Options of an action of a service, besides its name and credentials' })

/** Schemas of the integration blocks without the options of their actions. */
export const integrationSchemas: { readonly [T in IntegrationType]: z.ZodType<IntegrationBlock<T>> } = byType(
  integrationTypes,
  (type) => {
    const schema: z.ZodType = blockShape(
      type,
      { ...exitShape, ...fallbackShape, options: serviceOptions.optional() },
      integrationOf(type)?.name,
    )
    return schema as z.ZodType<never>
  },
)
