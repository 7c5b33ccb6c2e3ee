import * as z from 'zod'

const longestText = 10_000
const hostPattern = /^(?:[a-zA-Z\d](?:[a-zA-Z\d._-]*[a-zA-Z\d])?|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/
const addressPattern = /^(https?):\/\/(?:([^\s\\/?#@]*)@)?([^\s\\/?#@]+)(?:\/[^\s\\]*)?$/i

const line = z
  .string()
  .max(longestText, 'at most 10,000 characters')
  .regex(/^\P{Cc}*$/u, 'one line without control characters')
const text = line.optional()

/** The address of an API: http or https, without a user. */
const baseUrl = line
  .refine((url) => {
    const [, , user, host] = addressPattern.exec(url) ?? []
    return user === undefined && host !== undefined && hostPattern.test(host)
  }, 'an http or https address such as https://api.example.com/v1')
  .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
  .optional()

const proxyUrl = line.refine((url) => {
  const [, , , host] = addressPattern.exec(url) ?? []
  return host !== undefined && hostPattern.test(host)
}, 'the address of a proxy, such as http://user:password@proxy.example.com:3128')

const smtp = z.object({
  host: line.regex(/^[a-zA-Z\d._:-]*$/, 'the name of a mail server, such as smtp.example.com').optional(),
  username: text,
  password: text,
  isTlsEnabled: z.boolean().optional(),
  port: z.number().int().min(1).max(65535),
  from: z.object({ email: z.email('an e-mail address').optional(), name: text }),
})

const googleToken = line.nullable().optional()
const googleSheets = z.object({
  refresh_token: googleToken,
  access_token: googleToken,
  token_type: googleToken,
  id_token: googleToken,
  expiry_date: z.number().nullable().optional(),
  scope: text,
})

const stripe = z.object({
  live: z.object({ secretKey: line, publicKey: line }),
  test: z.object({ secretKey: text, publicKey: text }),
})

const messaging = z.union([
  z.object({ provider: z.literal('360dialog'), apiKey: line, webhookSecret: text }),
  z.object({
    provider: z.literal('meta').optional(),
    systemUserAccessToken: line,
    phoneNumberId: line,
    wabaId: text,
    appSecret: text,
  }),
])

const gmailTokens = { accessToken: line, refreshToken: line, expiryDate: z.number() }
const gmailClient = z.object({ id: line, secret: line })
/** Given flat, or as a sign-in with a client of one's own gives it; kept flat. */
const gmail = z.union([
  z.object({ ...gmailTokens, client: gmailClient.optional() }),
  z
    .object({ customClient: gmailClient, credentials: z.object(gmailTokens) })
    .transform(({ customClient, credentials }) => ({ ...credentials, client: customClient })),
])

/** Keys for an API at one address. */
const keyFor = (...hosts: string[]) =>
  kind({ data: z.object({ apiKey: text }), secret: ({ apiKey }) => apiKey, hosts: () => hosts })

/** Keys for an API whose address may be changed, for a gateway or an installation of one's own. */
const keyForBase = (defaultUrl: string) =>
  kind({
    data: z.object({ apiKey: text, baseUrl }),
    secret: ({ apiKey }) => apiKey,
    hosts: ({ baseUrl }) => hostsOf(baseUrl ?? defaultUrl),
  })

/** Every type of credentials: what it holds (`data`), the secret that people know it by, and where that may be sent. */
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
  messaging: kind({
    data: messaging,
    secret: (data) => (data.provider === '360dialog' ? data.apiKey : data.systemUserAccessToken),
    hosts: ({ provider }) => [provider === '360dialog' ? 'waba-v2.360dialog.io' : 'graph.facebook.com'],
  }),
  'http proxy': kind({
    data: z.object({ url: proxyUrl }),
    secret: ({ url }) => addressPattern.exec(url)?.[2]?.split(':').slice(1).join(':'),
    hosts: ({ url }) => hostsOf(url),
  }),
  openai: keyForBase('https://api.openai.com/v1'),
  groq: keyForBase('https://api.groq.com/openai/v1'),
  perplexity: keyForBase('https://api.perplexity.ai'),
  deepseek: keyForBase('https://api.deepseek.com/v1'),
  anthropic: keyFor('api.anthropic.com'),
  mistral: keyFor('api.mistral.ai'),
  'together-ai': keyFor('api.together.xyz'),
  'open-router': keyFor('openrouter.ai'),
  elevenlabs: keyFor('api.elevenlabs.io'),
  'chat-node': keyFor('api.public.chatnode.ai'),
  segment: keyFor('api.segment.io'),
  blink: keyFor('api.joinblink.com'),
  'dify-ai': kind({
    data: z.object({
      apiKey: text,
      knowledgeApiKey: text,
      apiEndpoint: baseUrl.transform((url) => url && /^https?:\/\/[^/]+/i.exec(url)?.[0]),
    }),
    secret: ({ apiKey, knowledgeApiKey }) => apiKey ?? knowledgeApiKey,
    hosts: ({ apiEndpoint }) => hostsOf(apiEndpoint ?? 'https://api.dify.ai'),
  }),
  nocodb: keyForBase('https://app.nocodb.com'),
  posthog: kind({
    data: z.object({ apiKey: text, host: baseUrl }),
    secret: ({ apiKey }) => apiKey,
    hosts: ({ host }) => hostsOf(host ?? 'https://us.i.posthog.com'),
  }),
  /** Signs sessions of a visitor here; nothing of it is sent. */
  zendesk: kind({
    data: z.object({ conversationsKeyId: text, conversationsSecretKey: text }),
    secret: ({ conversationsSecretKey }) => conversationsSecretKey,
    hosts: () => [],
  }),
  gmail: kind({
    data: gmail,
    secret: ({ refreshToken }) => refreshToken,
    hosts: () => ['gmail.googleapis.com', 'oauth2.googleapis.com'],
  }),
} as const

export type CredentialsType = keyof typeof credentialsKinds
export type CredentialsData<T extends CredentialsType = CredentialsType> = z.output<
  (typeof credentialsKinds)[T]['data']
>

export const credentialsTypes = Object.keys(credentialsKinds) as CredentialsType[]

/** `host` or `host:port` as in an address, in lower case; a host alone stands for its usual port. */
export const allowedHostSchema = z
  .string()
  .max(260)
  .regex(hostPattern, 'a host such as api.example.com or api.example.com:8443')
  .transform((host) => host.toLowerCase())

/** What people may see of some data: the end of the secret when that is long enough to keep the rest, and the hosts it is for. */
export function describeCredentials<T extends CredentialsType>(
  type: T,
  data: CredentialsData<T>,
): { lastFour: string | null; hosts: string[] } {
  const { secret, hosts } = credentialsKinds[type] as unknown as Kind<z.ZodType<CredentialsData<T>>>
  const shown = secret(data)
  return { lastFour: shown !== undefined && shown.length >= 16 ? shown.slice(-4) : null, hosts: hosts(data) }
}

interface Kind<S extends z.ZodType> {
  readonly data: S
  readonly secret: (data: z.output<S>) => string | undefined
  readonly hosts: (data: z.output<S>) => string[]
}

function kind<S extends z.ZodType>(of: Kind<S>): Kind<S> {
  return of
}

function hostsOf(url: string): string[] {
  const [, scheme, , host] = addressPattern.exec(url) ?? []
  if (scheme === undefined || host === undefined) return []
  return [host.toLowerCase().replace(scheme.toLowerCase() === 'https' ? /:443$/ : /:80$/, '')]
}
