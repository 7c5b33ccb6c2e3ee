import {
  type AccountData,
  type AccountVariant,
  accountTypeOf,
  type ChannelCredentialsType,
  type ChannelData,
  type ChannelDefinition,
  channels,
  variantOf,
} from '@colloquy/channels'
import * as z from 'zod'
import type { Credentials, Integration } from './integrations/define.js'
import { mcpCredentials } from './integrations/mcp.js'
import { type IntegrationType, integrations } from './integrations/registry.js'

const maxTextLength = 10_000
const hostPattern = /^(?:[a-zA-Z\d](?:[a-zA-Z\d._-]*[a-zA-Z\d])?|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/
const addressPattern = /^(https?):\/\/(?:([^\s\\/?#@]*)@)?([^\s\\/?#@]+)(?:\/[^\s\\]*)?$/i

const line = z
  .string()
  .max(maxTextLength, 'at most 10,000 characters')
  .regex(/^\P{Cc}*$/u, 'one line without control characters')
const text = line.optional()

/** The address of an API: http or https, without a user name. */
const baseUrl = line
  .refine((url) => {
    const [, , user, host] = addressPattern.exec(url) ?? []
    return user === undefined && host !== undefined && hostPattern.test(host)
  }, 'an http or https address such as https://api.example.com/v1')
  .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
  .optional()

const proxyUrl = line
  .refine((url) => {
    const [, , , host] = addressPattern.exec(url) ?? []
    return host !== undefined && hostPattern.test(host)
  }, 'the address of a proxy, such as http://user:password@proxy.example.com:3128')
  .refine((url) => isPercentEncoded(addressPattern.exec(url)?.[2] ?? ''), 'a percent sign in a password is written %25')

const smtp = z.object({
  host: line.regex(/^[a-zA-Z\d._:-]*$/, 'the name of a mail server, such as smtp.example.com').optional(),
  username: text,
  password: text,
  isTlsEnabled: z.boolean().optional(),
  port: z.number().int().min(1).max(65535),
  from: z.object({ email: z.email('an email address').optional(), name: text }),
})

/** The author's own OAuth client, instead of that of the instance. */
const oauthClient = z.object({ id: line.min(1), secret: line.min(1) })

/** The key of a service account, as in the file from Google. */
const privateKey = z
  .string()
  .max(maxTextLength)
  .regex(
    /^-----BEGIN PRIVATE KEY-----\r?\n[A-Za-z0-9+/=\s]+-----END PRIVATE KEY-----\s*$/,
    'a private key in PEM, as in the key file',
  )

const googleToken = line.nullable().optional()
/** OAuth tokens, or a service account, whose token is fetched on first use. */
const googleSheets = z.object({
  refresh_token: googleToken,
  access_token: googleToken,
  token_type: googleToken,
  id_token: googleToken,
  expiry_date: z.number().nullable().optional(),
  scope: text,
  client: oauthClient.optional(),
  clientEmail: text,
  privateKey: privateKey.optional(),
})

const stripe = z.object({
  live: z.object({ secretKey: line, publicKey: line }),
  test: z.object({ secretKey: text, publicKey: text }),
})

const gmailTokens = { accessToken: line, refreshToken: line, expiryDate: z.number() }
/** Flat, or nested as OAuth with a custom client returns them; stored flat. */
const gmail = z.union([
  z.object({ ...gmailTokens, client: oauthClient.optional() }),
  z
    .object({ customClient: oauthClient, credentials: z.object(gmailTokens) })
    .transform(({ customClient, credentials }) => ({ ...credentials, client: customClient })),
])

/** Credentials as the definition of an integration describes them. */
function fromDefinition({
  fields,
  address,
  addressField,
}: Credentials): Kind<z.ZodType<Record<string, string | undefined>>> {
  const secrets = Object.keys(fields).filter((name) => fields[name]?.kind === 'secret')
  const shape = Object.entries(fields).map(([name, field]) => [name, kindsOfField[field.kind]])
  return kind({
    data: z.object(Object.fromEntries(shape)) as z.ZodType<Record<string, string | undefined>>,
    secret: (data) => secrets.map((name) => data[name]).find((secret) => secret !== undefined),
    hosts: (data) => hostsOf(data[addressField ?? ''] ?? address),
  })
}

const kindsOfField = {
  secret: text,
  text,
  address: baseUrl,
  origin: baseUrl.transform((url) => url && /^https?:\/\/[^/]+/i.exec(url)?.[0]),
}

/** Integrations whose credentials are a form. The tokens from an OAuth sign-in have a different shape. */
type IntegrationWithCredentials = {
  [T in IntegrationType]: (typeof integrations)[T] extends { credentials: { auth: { kind: 'oauth' } } }
    ? never
    : (typeof integrations)[T] extends { credentials: Credentials }
      ? T
      : never
}[IntegrationType]

/** Fields of the credentials of an integration. */
type DataOf<T extends IntegrationWithCredentials> = {
  [K in keyof (typeof integrations)[T]['credentials']['fields']]?: string | undefined
}

const kindsOfIntegrations = Object.fromEntries(
  Object.entries<Integration>(integrations).flatMap(([type, { credentials }]) =>
    credentials && credentials.auth.kind !== 'oauth' ? [[type, fromDefinition(credentials)]] : [],
  ),
) as { [T in IntegrationWithCredentials]: Kind<z.ZodType<DataOf<T>>> }

/** Credentials of the accounts of a channel, of one of its variants. */
function fromChannel(channel: ChannelDefinition): Kind<z.ZodType<AccountData>> {
  const variants = channel.accounts.map(schemaOfVariant)
  return kind({
    data: (variants.length > 1 ? z.union(variants) : variants[0]) as z.ZodType<AccountData>,
    secret(data) {
      const fields = Object.entries(variantOf(channel, data)?.fields ?? {})
      return fields.flatMap(([name, { kind }]) => (kind === 'secret' ? (data[name] ?? []) : []))[0]
    },
    hosts: (data) => hostsOf(channel.addresses[variantOf(channel, data)?.address ?? '']?.default ?? ''),
  })
}

function schemaOfVariant({ provider, isDefault, fields }: AccountVariant): z.ZodType {
  const named = provider === undefined ? undefined : z.literal(provider)
  return z.object({
    ...(named && { provider: isDefault ? named.optional() : named }),
    ...Object.fromEntries(Object.entries(fields).map(([name, { isRequired }]) => [name, isRequired ? line : text])),
  })
}

const kindsOfChannels = Object.fromEntries(
  channels.map((channel) => [accountTypeOf(channel), fromChannel(channel)]),
) as { [T in ChannelCredentialsType]: Kind<z.ZodType<ChannelData<T>>> }

/** Every type of credentials: its `data`, the secret by which people recognize it, and the hosts to which that may be sent. */
export const credentialsKinds = {
  smtp: kind({
    data: smtp,
    secret: ({ password }) => password,
    hosts: ({ host, port }) => (host ? [`${host.includes(':') ? `[${host}]` : host.toLowerCase()}:${port}`] : []),
  }),
  'google sheets': kind({
    data: googleSheets,
    secret: ({ refresh_token, access_token }) => refresh_token ?? access_token ?? undefined,
    hosts: () => ['sheets.googleapis.com', 'oauth2.googleapis.com', 'www.googleapis.com'],
  }),
  stripe: kind({ data: stripe, secret: ({ live }) => live.secretKey, hosts: () => ['api.stripe.com'] }),
  ...kindsOfChannels,
  'http proxy': kind({
    data: z.object({ url: proxyUrl }),
    secret: ({ url }) => addressPattern.exec(url)?.[2]?.split(':').slice(1).join(':'),
    hosts: ({ url }) => hostsOf(url),
  }),
  gmail: kind({
    data: gmail,
    secret: ({ refreshToken }) => refreshToken,
    hosts: () => ['gmail.googleapis.com', 'www.googleapis.com', 'oauth2.googleapis.com'],
  }),
  mcp: fromDefinition(mcpCredentials) as Kind<
    z.ZodType<{ [K in keyof typeof mcpCredentials.fields]?: string | undefined }>
  >,
  ...kindsOfIntegrations,
} as const

export type CredentialsType = keyof typeof credentialsKinds
export type CredentialsData<T extends CredentialsType = CredentialsType> = z.output<
  (typeof credentialsKinds)[T]['data']
>

/** The same map, typed so that the type of credentials and its data stay together in generic code. */
const kindsByType: { [T in CredentialsType]: Kind<z.ZodType<CredentialsData<T>>> } = credentialsKinds

export const credentialsTypes = Object.keys(credentialsKinds) as CredentialsType[]

/** `host` or `host:port` as in a URL, in lower case; without a port, the default port. */
export const allowedHostSchema = z
  .string()
  .max(260)
  .regex(hostPattern, 'a host such as api.example.com or api.example.com:8443')
  .transform((host) => host.toLowerCase())

/** The parts of credentials that users may see: the end of the secret if it is long enough to hide the rest, and its hosts. */
export function describeCredentials<T extends CredentialsType>(
  type: T,
  data: CredentialsData<T>,
): { lastFour: string | null; hosts: string[] } {
  const { secret, hosts } = kindsByType[type]
  const shown = secret(data)
  return { lastFour: shown !== undefined && shown.length >= 16 ? shown.slice(-4) : null, hosts: hosts(data) }
}

interface Kind<S extends z.ZodType> {
  readonly data: S
  secret(data: z.output<S>): string | undefined
  hosts(data: z.output<S>): string[]
}

function kind<S extends z.ZodType>(of: Kind<S>): Kind<S> {
  return of
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

function hostsOf(url: string): string[] {
  const [, scheme, , host] = addressPattern.exec(url) ?? []
  if (scheme === undefined || host === undefined) return []
  return [host.toLowerCase().replace(scheme.toLowerCase() === 'https' ? /:443$/ : /:80$/, '')]
}
