import {
  type AccountVariant,
  accountTypeOf,
  type ChannelCredentialsType,
  channelOfCredentials,
  channels,
} from '@colloquy/channels'
import { type CredentialsType, credentialsKinds } from '@colloquy/flow'
import {
  type Credentials,
  credentialsTypeOf,
  type IntegrationType,
  integrationOf,
  integrationOfCredentials,
  integrations,
  integrationTypes,
  mcpCredentials,
  type OAuth,
} from '@colloquy/flow/integrations'
import * as z from 'zod'
import type { JsonSchema } from '../catalogue/json-schema.js'
import { t, translated } from '../i18n/i18n.js'
import type { Answer } from '../service/api.js'

/** The data of stored credentials that clients can read. */
export type StoredCredentials = Answer<'listCredentials'>['credentials'][number]

/** A field of a form. `path` is its path in the data of the credentials. */
export interface CredentialsField {
  path: readonly string[]
  label: string
  /** Explains where to find a value that is hard to find. */
  hint?: string | undefined
  placeholder?: string | undefined
  kind: 'text' | 'number' | 'switch'
  isSecret: boolean
  isRequired: boolean
}

/** One way to fill in credentials of a type; `fixed` distinguishes it from others. */
export interface CredentialsVariant {
  label: string
  /** Values that are sent regardless of what is filled in. */
  fixed: Record<string, unknown>
  fields: readonly CredentialsField[]
}

/** Names of all types. */
export const credentialsNames: Record<CredentialsType, string> = {
  ...namesOfIntegrations(),
  ...namesOfChannels(),
  smtp: t('Mail server (SMTP)'),
  stripe: 'Stripe',
  'http proxy': t('HTTP proxy'),
  mcp: t('MCP server'),
}

type OwnType = 'smtp' | 'stripe' | 'http proxy' | 'mcp'

function namesOfChannels(): Record<ChannelCredentialsType, string> {
  const names = channels.map((channel) => [accountTypeOf(channel), channel.label])
  return Object.fromEntries(names) as Record<ChannelCredentialsType, string>
}

type IntegrationCredentials = Exclude<CredentialsType, OwnType | ChannelCredentialsType>

function namesOfIntegrations(): Record<IntegrationCredentials, string> {
  const names = integrationTypes.map((type) => [credentialsTypeOf(type), integrations[type].label])
  return Object.fromEntries(names) as Record<IntegrationCredentials, string>
}

/** The integration that credentials of a type are for, and its OAuth settings, if it signs in at a provider. */
export function signInOf(type: CredentialsType): { type: IntegrationType; auth: OAuth } | undefined {
  const integration = integrationOfCredentials(type)
  const auth = integration && integrationOf(integration)?.credentials?.auth
  return integration && auth?.kind === 'oauth' ? { type: integration, auth } : undefined
}

/** The fields that the definition of an integration or of a channel describes. */
function fieldsOfDefinition({ fields }: Pick<Credentials, 'fields'>): CredentialsField[] {
  return Object.entries(fields).map(([name, { kind, label, help, placeholder, isRequired = false }]) => ({
    path: [name],
    label: translated(label),
    hint: help && translated(help),
    placeholder,
    kind: 'text',
    isSecret: kind === 'secret',
    isRequired,
  }))
}

/** The ways to fill in a type, derived from the schema that the server checks them against. */
export function variantsOfCredentials(type: CredentialsType): readonly CredentialsVariant[] {
  const definition = type === 'mcp' ? mcpCredentials : integrationOf(type)?.credentials
  if (definition) return [{ label: '', fixed: {}, fields: fieldsOfDefinition(definition) }]
  const channel = channelOfCredentials(channels, type)
  if (channel) return channel.accounts.map(variantOfAccount)
  const schema = z.toJSONSchema(credentialsKinds[type].data, {
    io: 'input',
    unrepresentable: 'any',
    metadata: z.registry(),
  }) as Described
  const needed = (schema.required ?? []).filter((key) => schema.properties?.[key]?.properties)
  return [{ label: '', fixed: Object.fromEntries(needed.map((key) => [key, {}])), fields: fieldsOf(schema, []) }]
}

/** The fields that somebody enters. */
function entered({ fields }: AccountVariant): Pick<Credentials, 'fields'> {
  return { fields: Object.fromEntries(Object.entries(fields).filter(([, { isGenerated }]) => !isGenerated)) }
}

function variantOfAccount(variant: AccountVariant): CredentialsVariant {
  const { label, provider } = variant
  return { label, fixed: { ...(provider !== undefined && { provider }) }, fields: fieldsOfDefinition(entered(variant)) }
}

/** Builds the data of credentials from the values of fields, by their paths; empty values are omitted. */
export function credentialsData(
  { fixed, fields }: CredentialsVariant,
  values: Readonly<Record<string, string | boolean>>,
): Record<string, unknown> {
  const data: Record<string, unknown> = structuredClone(fixed)
  for (const { path, kind } of fields) {
    const value = values[path.join('.')]
    if (value === undefined || value === '') continue
    if (path.length > 1) data[path[0]!] ??= {}
    const home = path.length > 1 ? (data[path[0]!] as Record<string, unknown>) : data
    home[path.at(-1)!] = kind === 'number' ? Number(value) : value
  }
  return data
}

interface Described extends JsonSchema {
  required?: string[]
}

function fieldsOf(schema: Described, before: readonly string[]): CredentialsField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, part]): CredentialsField[] => {
    if (part.const !== undefined) return []
    const path = [...before, key]
    if (part.properties) return before.length === 0 ? fieldsOf(part, path) : []
    const type = part.type ?? part.anyOf?.find((it) => it.type !== 'null')?.type
    return [
      {
        path,
        label: labelOf(path),
        kind: type === 'number' || type === 'integer' ? 'number' : type === 'boolean' ? 'switch' : 'text',
        isSecret: /key|secret|password|token$/i.test(key) && !/public|type/i.test(key),
        isRequired: schema.required?.includes(key) ?? false,
      },
    ]
  })
}

const labels: Readonly<Record<string, string>> = {
  apiKey: t('API key'),
  baseUrl: t('Address of the API, if it is another one'),
  host: t('Host'),
  port: t('Port'),
  username: t('User name'),
  password: t('Password'),
  isTlsEnabled: t('Use TLS (port 465)'),
  'from.email': t('From address'),
  'from.name': t('Sender name'),
  'live.secretKey': t('Secret key'),
  'live.publicKey': t('Publishable key'),
  'test.secretKey': t('Secret key for tests'),
  'test.publicKey': t('Publishable key for tests'),
  url: t('Address of the proxy, with user and password if it needs them'),
}

/** The label of a field, or one derived from its key: `refresh_token` as "Refresh token". */
function labelOf(path: readonly string[]): string {
  const own = labels[path.join('.')]
  if (own) return own
  const words = path
    .join(' ')
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z0-9])([A-Z])/g, ' $1')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
