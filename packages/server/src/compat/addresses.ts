import { isObject, type Json } from './typebot-names.js'

/** A Typebot address that maps to an operation of Colloquy. */
interface Address {
  /** `{name}` stands for one segment, `*` at the end for the rest of the path. */
  readonly typebot: string
  readonly own: string
  /** Converts the response if it differs in more than names. */
  readonly response?: (response: Json) => unknown
}

/** The first match applies. */
const addresses: readonly Address[] = [
  { typebot: '/api/v1/typebots/{bot}/publishedTypebot', own: '/api/v1/bots/{bot}/publishedBot' },
  { typebot: '/api/v1/typebots/{bot}/linkedTypebots', own: '/api/v1/bots/{bot}/linkedBots' },
  { typebot: '/api/v1/typebots/{bot}/whatsapp/start-preview', own: '/api/v1/bots/{bot}/messaging/start-preview' },
  {
    typebot: '/api/v1/typebots/{bot}/blocks/{block}/whatsapp/{phone}/executeTestWebhook',
    own: '/api/v1/bots/{bot}/blocks/{block}/messaging/{phone}/executeTestWebhook',
  },
  {
    typebot: '/api/v1/workspaces/{workspace}/whatsapp/{credentials}/webhook',
    own: '/api/v1/workspaces/{workspace}/messaging/{credentials}/webhook',
  },
  { typebot: '/api/v1/whatsapp/preview/webhook', own: '/api/v1/messaging/preview/webhook' },
  { typebot: '/api/v1/typebots', own: '/api/v1/bots' },
  { typebot: '/api/v1/typebots/*', own: '/api/v1/bots/*' },
  { typebot: '/api/v2/sessions/{session}/clientLogs', own: '/api/v1/sessions/{session}/clientLogs' },
  { typebot: '/api/v1/sessions/{session}/updateTypebot', own: '/api/v1/sessions/{session}/updateBot' },
  { typebot: '/api/v2/sendMessage', own: '/api/v1/sendMessage' },
  { typebot: '/api/v1/sendMessage', own: '/api/v1/sendMessage' },
  { typebot: '/api/v1/generate-upload-url', own: '/api/v1/generate-upload-url' },
  { typebot: '/api/v2/generate-upload-url', own: '/api/v1/generate-upload-url' },
  { typebot: '/api/v2/sessions/{session}/streamMessage', own: '/api/v2/sessions/{session}/streamMessage' },
  { typebot: '/api/users/me', own: '/api/v1/users/me' },
  { typebot: '/api/healthz', own: '/healthz' },
  { typebot: '/api/typebots', own: '/api/typebots' },
  { typebot: '/api/typebots/{bot}/results/*', own: '/api/bots/{bot}/results/*' },
  {
    typebot: '/api/typebots/{bot}/webhookBlocks',
    own: '/api/v1/bots/{bot}/webhookBlocks',
    response: ({ webhookBlocks }) => ({ blocks: shortList(webhookBlocks) }),
  },
  {
    typebot: '/api/typebots/{bot}/webhookSteps',
    own: '/api/v1/bots/{bot}/webhookBlocks',
    response: ({ webhookBlocks }) => ({ steps: shortList(webhookBlocks) }),
  },
  ...['/api/typebots/{bot}/blocks/{block}', '/api/typebots/{bot}/blocks/{group}/steps/{block}'].flatMap((typebot) => [
    {
      typebot: `${typebot}/sampleResult`,
      own: '/api/v1/bots/{bot}/webhookBlocks/{block}/getResultExample',
      response: ({ resultExample }: Json) => resultExample,
    },
    {
      typebot: `${typebot}/subscribeWebhook`,
      own: '/api/v1/bots/{bot}/webhookBlocks/{block}/subscribe',
      response: succeeded,
    },
    {
      typebot: `${typebot}/unsubscribeWebhook`,
      own: '/api/v1/bots/{bot}/webhookBlocks/{block}/unsubscribe',
      response: succeeded,
    },
  ]),
]

export interface FoundAddress {
  /** The address in Colloquy, with the query of the request. */
  readonly url: string
  readonly response: Address['response']
}

/** Maps a Typebot URL to the address in Colloquy; undefined for any other URL. */
export function findAddress(url: string): FoundAddress | undefined {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  if (!holdsSign(path)) return undefined
  const query = end < 0 ? '' : url.slice(end)
  for (const { pattern, own, response } of patterns) {
    const match = pattern.exec(path)
    if (!match) continue
    const segments = match.groups ?? {}
    return { url: own.replace(/\{(\w+)\}|\*/g, (_, name = 'rest') => segments[name] ?? '') + query, response }
  }
  return undefined
}

const patterns = addresses.map(({ typebot, own, response }) => {
  const source = typebot.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)').replace('*', '(?<rest>.*)')
  return { pattern: new RegExp(`^${source}$`), own, response }
})

/** Each Typebot address contains one of these; most requests are for Colloquy's own addresses, which contain none. */
const signs = [
  '/typebots',
  '/whatsapp/',
  'Typebot',
  '/api/v2/',
  '/sendMessage',
  '/v1/generate-upload-url',
  '/api/users/',
  '/api/healthz',
]

const holdsSign = (path: string): boolean => signs.some((sign) => path.includes(sign))

for (const { typebot } of addresses) if (!holdsSign(typebot)) throw new Error(`${typebot} holds none of the signs`)

function shortList(blocks: unknown) {
  const list = Array.isArray(blocks) ? blocks.filter(isObject) : []
  return list.map(({ id, groupId, label }) => ({ id, blockId: groupId, name: label }))
}

function succeeded(response: Json) {
  return { message: 'success', ...response }
}
