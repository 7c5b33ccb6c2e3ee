import { isObject, type Json } from './spelling.js'

/** A Typebot address that maps to an operation of Colloquy. */
interface Address {
  /** `{name}` stands for one segment, `*` at the end for the rest of the path. */
  readonly theirs: string
  readonly ours: string
  /** Converts the answer if it differs in more than names. */
  readonly answer?: (answer: Json) => unknown
}

/** The first match applies. */
const addresses: readonly Address[] = [
  { theirs: '/api/v1/typebots/{bot}/publishedTypebot', ours: '/api/v1/bots/{bot}/publishedBot' },
  { theirs: '/api/v1/typebots/{bot}/linkedTypebots', ours: '/api/v1/bots/{bot}/linkedBots' },
  { theirs: '/api/v1/typebots/{bot}/whatsapp/start-preview', ours: '/api/v1/bots/{bot}/messaging/start-preview' },
  {
    theirs: '/api/v1/typebots/{bot}/blocks/{block}/whatsapp/{phone}/executeTestWebhook',
    ours: '/api/v1/bots/{bot}/blocks/{block}/messaging/{phone}/executeTestWebhook',
  },
  {
    theirs: '/api/v1/workspaces/{workspace}/whatsapp/{credentials}/webhook',
    ours: '/api/v1/workspaces/{workspace}/messaging/{credentials}/webhook',
  },
  { theirs: '/api/v1/whatsapp/preview/webhook', ours: '/api/v1/messaging/preview/webhook' },
  { theirs: '/api/v1/typebots', ours: '/api/v1/bots' },
  { theirs: '/api/v1/typebots/*', ours: '/api/v1/bots/*' },
  { theirs: '/api/v2/sessions/{session}/clientLogs', ours: '/api/v1/sessions/{session}/clientLogs' },
  { theirs: '/api/v1/sessions/{session}/updateTypebot', ours: '/api/v1/sessions/{session}/updateBot' },
  { theirs: '/api/v2/sendMessage', ours: '/api/v1/sendMessage' },
  { theirs: '/api/v1/sendMessage', ours: '/api/v1/sendMessage' },
  { theirs: '/api/v1/generate-upload-url', ours: '/api/v1/generate-upload-url' },
  { theirs: '/api/v2/generate-upload-url', ours: '/api/v1/generate-upload-url' },
  { theirs: '/api/v2/sessions/{session}/streamMessage', ours: '/api/v2/sessions/{session}/streamMessage' },
  { theirs: '/api/users/me', ours: '/api/v1/users/me' },
  { theirs: '/api/healthz', ours: '/healthz' },
  { theirs: '/api/typebots', ours: '/api/typebots' },
  { theirs: '/api/typebots/{bot}/results/*', ours: '/api/bots/{bot}/results/*' },
  {
    theirs: '/api/typebots/{bot}/webhookBlocks',
    ours: '/api/v1/bots/{bot}/webhookBlocks',
    answer: ({ webhookBlocks }) => ({ blocks: shortList(webhookBlocks) }),
  },
  {
    theirs: '/api/typebots/{bot}/webhookSteps',
    ours: '/api/v1/bots/{bot}/webhookBlocks',
    answer: ({ webhookBlocks }) => ({ steps: shortList(webhookBlocks) }),
  },
  ...['/api/typebots/{bot}/blocks/{block}', '/api/typebots/{bot}/blocks/{group}/steps/{block}'].flatMap((theirs) => [
    {
      theirs: `${theirs}/sampleResult`,
      ours: '/api/v1/bots/{bot}/webhookBlocks/{block}/getResultExample',
      answer: ({ resultExample }: Json) => resultExample,
    },
    {
      theirs: `${theirs}/subscribeWebhook`,
      ours: '/api/v1/bots/{bot}/webhookBlocks/{block}/subscribe',
      answer: succeeded,
    },
    {
      theirs: `${theirs}/unsubscribeWebhook`,
      ours: '/api/v1/bots/{bot}/webhookBlocks/{block}/unsubscribe',
      answer: succeeded,
    },
  ]),
]

export interface FoundAddress {
  /** The address in Colloquy, with the query of the request. */
  readonly url: string
  readonly answer: Address['answer']
}

/** Maps a Typebot URL to the address in Colloquy; undefined for any other URL. */
export function findAddress(url: string): FoundAddress | undefined {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  if (!holdsSign(path)) return undefined
  const query = end < 0 ? '' : url.slice(end)
  for (const { pattern, ours, answer } of patterns) {
    const match = pattern.exec(path)
    if (!match) continue
    const segments = match.groups ?? {}
    return { url: ours.replace(/\{(\w+)\}|\*/g, (_, name = 'rest') => segments[name] ?? '') + query, answer }
  }
  return undefined
}

const patterns = addresses.map(({ theirs, ours, answer }) => {
  const source = theirs.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)').replace('*', '(?<rest>.*)')
  return { pattern: new RegExp(`^${source}$`), ours, answer }
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

for (const { theirs } of addresses) if (!holdsSign(theirs)) throw new Error(`${theirs} holds none of the signs`)

function shortList(blocks: unknown) {
  const list = Array.isArray(blocks) ? blocks.filter(isObject) : []
  return list.map(({ id, groupId, label }) => ({ id, blockId: groupId, name: label }))
}

function succeeded(answer: Json) {
  return { message: 'success', ...answer }
}
