import type { S3Options } from '@colloquy/ports/files'
import type { MailAccount } from '@colloquy/ports/mail'
import { mailFromSchema, readEgressAllow, smtpUrlSchema } from '@colloquy/ports/settings'
import { readUrl } from '@colloquy/ports/urls'
import * as z from 'zod'
import { defaultLimits, type Limits, limitsSchema } from '../limits/limits.js'
import { allOrNone } from './all-or-none.js'
import { ConfigError } from './config-error.js'
import { isAddressRange } from './is-address-range.js'
import {
  type MessagingPreview,
  messagingSecretNames,
  messagingSettings,
  readChannelAddresses,
  readPreview,
} from './messaging-config.js'
import { type ModelPrices, modelPricesSchema, type WorkspaceCeilings, workspaceCeilingsSchema } from './model-prices.js'
import { type OAuthConfig, oauthSecretNames, oauthSettings, readOAuth } from './oauth-settings.js'
import { readServiceAddresses, type ServiceAddresses, serviceAddressSettings } from './service-addresses.js'
import { urlSchema } from './url-schema.js'

export { ConfigError }

/** Reads the settings of the process. Throws an error of one line that says what is wrong and what is allowed. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = envSchema.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const name = String(issue?.path[0])
    const shown = secretNames.has(name) ? '(not shown)' : JSON.stringify(given[name])
    throw new ConfigError(`${name}=${shown} is not allowed: ${issue?.message}`)
  }
  const it = parsed.data
  if (it.COLLOQUY_WORKERS > 1 && it.DATABASE_URL === undefined) {
    throw new ConfigError(
      `COLLOQUY_WORKERS=${it.COLLOQUY_WORKERS} is not allowed: the embedded database is for one process. ` +
        'Set DATABASE_URL, or leave COLLOQUY_WORKERS out',
    )
  }
  if (it.DATABASE_REPLICA_URL !== undefined && it.DATABASE_URL === undefined) {
    throw new ConfigError('DATABASE_REPLICA_URL is for the replica of a PostgreSQL: set DATABASE_URL, or leave it out')
  }
  if ((it.SMTP_URL === undefined) !== (it.MAIL_FROM === undefined)) {
    throw new ConfigError('SMTP_URL and MAIL_FROM belong together: set both, or neither')
  }
  return {
    port: it.PORT,
    host: it.HOST,
    dataFolder: it.COLLOQUY_DATA,
    databaseUrl: it.DATABASE_URL,
    replicaUrl: it.DATABASE_REPLICA_URL,
    hasPlainWire: it.COLLOQUY_POSTGRES_WIRE === 'plain',
    workers: it.COLLOQUY_WORKERS,
    adminToken: it.COLLOQUY_ADMIN_TOKEN,
    publicUrl: it.COLLOQUY_PUBLIC_URL,
    chatUrl: it.COLLOQUY_CHAT_URL,
    secret: it.COLLOQUY_SECRET,
    previousSecret: it.COLLOQUY_SECRET_PREVIOUS,
    mailAccount: it.SMTP_URL && it.MAIL_FROM && { ...it.SMTP_URL, from: it.MAIL_FROM },
    retentionDays: it.COLLOQUY_RETENTION_DAYS,
    isRateLimited: it.COLLOQUY_RATE_LIMIT === 'on',
    isCompatible: it.COLLOQUY_COMPAT === 'on',
    egressAllow: it.EGRESS_ALLOW,
    stripeApiUrl: it.STRIPE_API_URL,
    serviceAddresses: readServiceAddresses(it),
    oauth: readOAuth(it),
    channelAddresses: readChannelAddresses(it),
    preview: readPreview(it),
    trustedProxies: it.COLLOQUY_TRUSTED_PROXIES,
    defaultPlan: it.COLLOQUY_DEFAULT_PLAN,
    logLevel: it.LOG_LEVEL,
    s3: readS3(it),
    limits: it.COLLOQUY_LIMITS,
    modelHosts: it.COLLOQUY_MODEL_HOSTS,
    ownModelHosts: it.COLLOQUY_OWN_MODEL_HOSTS,
    modelPrices: it.COLLOQUY_MODEL_PRICES,
    modelCeilings: it.COLLOQUY_MODEL_CEILINGS,
  }
}

/** Returns a sentence for each unknown variable that looks like a setting, since a typo would otherwise go unnoticed. */
export function unknownSettings(env: Record<string, string | undefined>): string[] {
  const names = Object.keys(env).filter((name) => name.startsWith('COLLOQUY_') && !Object.hasOwn(envSchema.shape, name))
  return names
    .filter((name) => name !== 'COLLOQUY_URL')
    .map((name) => `Unknown setting ${name} was ignored. See docs/settings.md for all settings.`)
}

export interface Config {
  port: number
  host: string
  dataFolder: string
  /** PostgreSQL URL; without it, an SQLite database in the data folder is used. */
  databaseUrl?: string
  /** URL of a read replica of that PostgreSQL, for lists, exports and analytics. */
  replicaUrl?: string
  /** True if turns are saved through the ordinary PostgreSQL driver only. */
  hasPlainWire: boolean
  /** Number of processes that share the port; more than one on PostgreSQL only. */
  workers: number
  adminToken?: string
  publicUrl?: string
  chatUrl?: string
  /** Encrypts credentials; without it, the key file of the data folder does. */
  secret?: string
  /** Previous value of `secret`: data encrypted with it is encrypted again with the new one at startup. */
  previousSecret?: string
  /** The mail server of the instance, for flows that do not name another one. */
  mailAccount?: MailAccount
  /** Results that have not changed for this many days are deleted; if absent, none are. */
  retentionDays?: number
  isRateLimited: boolean
  /** True if Typebot clients find their own addresses and names here. */
  isCompatible: boolean
  /** Internal hosts with ports that flows may call; see `readEgressAllow`. */
  egressAllow: string[]
  /** Base URL of Stripe's API; differs from the default for tests and gateways. */
  stripeApiUrl: string
  /** Base URLs of services that replace their default ones. */
  serviceAddresses: ServiceAddresses
  /** OAuth clients with which people sign in to other services. */
  oauth: OAuthConfig
  /** Base URLs of providers of channels that replace their default ones, by the names of their settings. */
  channelAddresses: Readonly<Record<string, string>>
  /** The account that previews are sent to phones from. */
  preview?: MessagingPreview
  trustedProxies: string[]
  defaultPlan: string
  logLevel: string
  /** If absent, files are stored in the data folder. */
  s3?: S3Options
  limits: Limits
  /** Allowed hosts for calls to language models, in the form of `URL.host`; if absent, any host. */
  modelHosts?: readonly string[]
  /** Hosts of language models that the operator runs, in the same form: data sent to them reaches nobody else. */
  ownModelHosts: readonly string[]
  /** Prices of calls to language models; if absent, costs are unknown. */
  modelPrices?: ModelPrices
  /** Limits of each workspace for the use of language models. */
  modelCeilings?: WorkspaceCeilings
}

const secretNames = new Set([
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'COLLOQUY_ADMIN_TOKEN',
  'COLLOQUY_SECRET',
  'COLLOQUY_SECRET_PREVIOUS',
  'SMTP_URL',
  'S3_SECRET_ACCESS_KEY',
  ...messagingSecretNames,
  ...oauthSecretNames,
])

/** True if a text is long and varied enough for a key: 32 characters or more, not a pattern, not a placeholder from an example. */
export function isStrongSecret(text: string): boolean {
  return /^[\x21-\x7e]{32,512}$/.test(text) && new Set(text).size >= 10 && !isRepetition(text) && !isPlaceholder(text)
}

/**
 * True if a text is strong enough for a token: like a key, but 16 characters suffice, since nobody can try tokens without asking the
 * service.
 */
function isStrongToken(text: string): boolean {
  return /^[\x21-\x7e]{16,512}$/.test(text) && new Set(text).size >= 6 && !isRepetition(text) && !isPlaceholder(text)
}

const isPlaceholder = (text: string) => /change.?me|example|password|0123456789|abcdefgh/i.test(text)

/** True if a text repeats a part of up to 64 characters. */
function isRepetition(text: string): boolean {
  const period = `${text}${text}`.indexOf(text, 1)
  return period < text.length && period <= 64
}

/** Requires a database name: the default database of a user is not meant for a service. */
export function isPostgresUrl(text: string): boolean {
  const url = readUrl(text)
  if (url === undefined) return false
  const { protocol, pathname } = url
  return /^postgres(ql)?:$/.test(protocol) && pathname.length > 1
}

function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, { error: `one of ${values.join(', ')}` })
}

/** The service serves everything at fixed paths, so the addresses that visitors open have to be origins. */
const originSchema = urlSchema.refine(
  (text) => new URL(text).href === `${new URL(text).origin}/`,
  'an http or https address without a path, such as https://chat.example.com',
)

const secretSchema = z
  .string()
  .refine(isStrongSecret, 'at least 32 random characters, such as `openssl rand -base64 32` prints')

const egressAllowSchema = z.string().transform((text, context): string[] => {
  const read = readEgressAllow(text)
  if (read.kind === 'allow') return read.allow
  context.addIssue({ code: 'custom', message: read.problem })
  return z.NEVER
})

/** Hosts in the form of `URL.host`: lower case, and with the port unless it is the default one. */
const modelHostsSchema = z
  .string()
  .transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  )
  .refine(
    (hosts) => hosts.length > 0 && hosts.every(isHost),
    'hosts, separated by commas: api.openai.com, 10.0.0.5:8000',
  )

function isHost(text: string): boolean {
  const href = readUrl(`http://${text}`)?.href
  return href !== undefined && [`http://${text}/`, `http://${text.replace(/:80$/, '')}/`].includes(href)
}

/** True for the list of hosts that other clients of PostgreSQL take. */
function hasSeveralHosts(text: string): boolean {
  const [address = '', query = ''] = text.split('?', 2)
  const hosts = new URLSearchParams(query).get('host') ?? ''
  return hosts.includes(',') || /^postgres(ql)?:\/\/[^/#]*,/.test(address)
}

const postgresUrlSchema = z
  .string()
  .refine(
    (text) => !hasSeveralHosts(text),
    'one host: several are not supported. Give the address of a proxy that leads to the primary (docs/growing.md)',
  )
  .refine(isPostgresUrl, 'the address of a PostgreSQL database, such as postgres://user:password@host:5432/colloquy')

const envSchema = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'a whole number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65535, 'a whole number from 0 to 65535')
    .default(3000),
  HOST: z.string().default('127.0.0.1'),
  COLLOQUY_DATA: z.string().default('./data'),
  DATABASE_URL: postgresUrlSchema.optional(),
  DATABASE_REPLICA_URL: postgresUrlSchema.optional(),
  COLLOQUY_POSTGRES_WIRE: oneOf(['own', 'plain']).default('own'),
  COLLOQUY_WORKERS: z
    .string()
    .regex(/^[1-9]\d?$/, 'a whole number from 1 to 99')
    .transform(Number)
    .default(1),
  COLLOQUY_ADMIN_TOKEN: z
    .string()
    .refine(isStrongToken, '16 to 512 random characters without spaces, such as `openssl rand -hex 32` prints')
    .optional(),
  COLLOQUY_PUBLIC_URL: originSchema.optional(),
  COLLOQUY_CHAT_URL: originSchema.optional(),
  COLLOQUY_SECRET: secretSchema.optional(),
  COLLOQUY_SECRET_PREVIOUS: secretSchema.optional(),
  SMTP_URL: smtpUrlSchema.optional(),
  MAIL_FROM: mailFromSchema.optional(),
  COLLOQUY_RETENTION_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'a whole number of days, 1 or more')
    .transform(Number)
    .optional(),
  COLLOQUY_RATE_LIMIT: oneOf(['on', 'off']).default('on'),
  COLLOQUY_COMPAT: oneOf(['on', 'off']).default('on'),
  EGRESS_ALLOW: egressAllowSchema.default([]),
  STRIPE_API_URL: urlSchema.default('https://api.stripe.com'),
  ...serviceAddressSettings,
  ...oauthSettings,
  ...messagingSettings,
  COLLOQUY_TRUSTED_PROXIES: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine((list) => list.every(isAddressRange), 'addresses or ranges, separated by commas: 10.0.0.5, 172.16.0.0/12')
    .default([]),
  COLLOQUY_DEFAULT_PLAN: oneOf(['FREE', 'STARTER', 'PRO', 'LIFETIME', 'OFFERED', 'CUSTOM', 'UNLIMITED']).default(
    'UNLIMITED',
  ),
  COLLOQUY_LIMITS: limitsSchema.default(defaultLimits),
  COLLOQUY_MODEL_HOSTS: modelHostsSchema.optional(),
  COLLOQUY_OWN_MODEL_HOSTS: modelHostsSchema.default([]),
  COLLOQUY_MODEL_PRICES: modelPricesSchema.optional(),
  COLLOQUY_MODEL_CEILINGS: workspaceCeilingsSchema.optional(),
  S3_ENDPOINT: urlSchema.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-zA-Z0-9._-]{1,255}$/, 'the name of a bucket')
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})

/** The four settings of an object storage are required together; the region is optional. */
function readS3(it: z.output<typeof envSchema>): S3Options | undefined {
  const needed = {
    S3_ENDPOINT: it.S3_ENDPOINT,
    S3_BUCKET: it.S3_BUCKET,
    S3_ACCESS_KEY_ID: it.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: it.S3_SECRET_ACCESS_KEY,
  }
  const given = allOrNone(needed)
  if (!given) return undefined
  return {
    endpoint: given.S3_ENDPOINT,
    bucket: given.S3_BUCKET,
    region: it.S3_REGION,
    accessKeyId: given.S3_ACCESS_KEY_ID,
    secretAccessKey: given.S3_SECRET_ACCESS_KEY,
  }
}
