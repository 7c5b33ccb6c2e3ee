import { type IntegrationType, integrationOf, integrationTypes } from '@colloquy/flow/integrations'
import type * as z from 'zod'
import { urlSchema } from './url-schema.js'

/** Base addresses that the operator chose for services, by type; they may be internal, like that of a payment provider. */
export type ServiceAddresses = Partial<Record<IntegrationType, string>>

const named = integrationTypes.flatMap((type) => {
  const name = integrationOf(type)?.credentials?.addressSetting
  return name === undefined ? [] : [{ type, name }]
})

/** Settings of the process, one for each service with a fixed address. */
export const serviceAddressSettings: Readonly<Record<string, z.ZodOptional<typeof urlSchema>>> = Object.fromEntries(
  named.map(({ name }) => [name, urlSchema.optional()]),
)

export function readServiceAddresses(settings: Readonly<Record<string, unknown>>): ServiceAddresses {
  const given = named.flatMap(({ type, name }) => {
    const address = settings[name]
    return typeof address === 'string' ? [[type, address] as const] : []
  })
  return Object.fromEntries(given)
}
