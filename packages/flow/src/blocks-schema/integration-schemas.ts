import * as z from 'zod'
import type { Action } from '../integrations/define.js'
import { type IntegrationType, integrationOf, integrations, integrationTypes } from '../integrations/registry.js'
import { blockShape, byType, exitShape, fallbackShape, optionalText } from './block-shape.js'
import type { IntegrationBlock, IntegrationOptions } from './integration-types.js'
import { shapeOf } from './options-schema.js'

const undefinedKey = z.undefined().optional()

type Service = { base: z.ZodRawShape; actions: Readonly<Record<string, z.ZodRawShape>> }

/** The shapes of a service, from its definition. */
function serviceOf(type: IntegrationType): Service {
  const actions = Object.entries<Action>(integrations[type].actions)
  return {
    base: shapeOf(actions[0]?.[1].base ?? {}),
    actions: Object.fromEntries(actions.map(([name, { options }]) => [name, shapeOf(options)])),
  }
}

const optionSchemas = new Map<string, z.ZodType<IntegrationOptions>>()
for (const type of integrationTypes) {
  const { base, actions } = serviceOf(type)
  const common = { credentialsId: optionalText, ...base }
  optionSchemas.set(type, z.object({ ...common, action: undefinedKey }) as z.ZodType<IntegrationOptions>)
  for (const [action, shape] of Object.entries(actions)) {
    const schema = z.object({ ...common, action: z.literal(action), ...shape })
    optionSchemas.set(`${type}/${action}`, schema as z.ZodType<IntegrationOptions>)
  }
}

/** Schema of the options of one action; undefined when the service has no such action. */
export const integrationOptionsSchema = (
  type: string,
  action: string | undefined,
): z.ZodType<IntegrationOptions> | undefined => optionSchemas.get(action === undefined ? type : `${type}/${action}`)

/** Names of the actions of a service. */
export const integrationActions = (type: IntegrationType): string[] => Object.keys(serviceOf(type).actions)

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
