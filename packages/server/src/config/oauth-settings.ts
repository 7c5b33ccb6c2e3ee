import {
  type Integration,
  type IntegrationType,
  integrations,
  integrationTypes,
  type OAuth,
} from '@colloquy/flow/integrations'
import * as z from 'zod'
import { allOrNone } from './all-or-none.js'
import { urlSchema } from './url-schema.js'

/** Registration of an app at a provider. */
export interface OAuthClient {
  readonly id: string
  readonly secret: string
}

export interface OAuthConfig {
  /** The clients of the instance, by integration type. */
  readonly clients: Partial<Record<IntegrationType, OAuthClient>>
  /** Overridden provider addresses, by the setting that names them. */
  readonly addresses: Readonly<Record<string, string>>
}

/** OAuth settings of an integration; undefined if it does not use OAuth. */
export function oauthOf(type: IntegrationType): OAuth | undefined {
  const { credentials }: Integration = integrations[type]
  return credentials?.auth.kind === 'oauth' ? credentials.auth : undefined
}

const signingIn = integrationTypes.flatMap((type) => {
  const auth = oauthOf(type)
  return auth ? [{ type, auth }] : []
})

const clientSetting = z.string().regex(/^[\x21-\x7e]{1,1000}$/, 'characters without spaces, as the provider gives them')

/** Settings of the process: the client for each integration, and the address of each provider. */
export const oauthSettings: Readonly<Record<string, z.ZodOptional<typeof urlSchema | typeof clientSetting>>> =
  Object.fromEntries(
    signingIn.flatMap(({ auth }) => [
      [auth.clientSettings.id, clientSetting.optional()],
      [auth.clientSettings.secret, clientSetting.optional()],
      [auth.provider.addressSetting, urlSchema.optional()],
    ]),
  )

/** Settings that are never displayed. */
export const oauthSecretNames: readonly string[] = signingIn.map(({ auth }) => auth.clientSettings.secret)

export function readOAuth(settings: Readonly<Record<string, unknown>>): OAuthConfig {
  const given = (name: string) => settings[name] as string | undefined
  const clients = signingIn.flatMap(({ type, auth: { clientSettings } }) => {
    const { id, secret } = clientSettings
    const client = allOrNone({ [id]: given(id), [secret]: given(secret) })
    return client ? [[type, { id: client[id], secret: client[secret] }]] : []
  })
  const addresses = signingIn.flatMap(({ auth: { provider } }) => {
    const address = given(provider.addressSetting)
    return address === undefined ? [] : [[provider.addressSetting, address]]
  })
  return { clients: Object.fromEntries(clients), addresses: Object.fromEntries(addresses) }
}

/** Returns a provider's URL, at the host that the operator chose, if any. */
export function providerUrl(
  { addressSetting }: OAuth['provider'],
  url: string,
  { addresses }: Pick<OAuthConfig, 'addresses'>,
): string {
  const chosen = addresses[addressSetting]
  return chosen === undefined ? url : `${chosen.replace(/(?<!\/)\/+$/, '')}${new URL(url).pathname}`
}
