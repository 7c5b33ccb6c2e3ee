import { type ReceivedRequest, type StandInResponse, standIn } from './stand-in.js'
import { events, played, recut } from './streams.js'

/** Keys that the stand-ins accept; tests look for them in everything that leaves the service. */
export const serviceKeys = {
  chatNode: 'planted-chat-node-key',
  nocodb: 'planted-nocodb-token',
  segment: 'planted-segment-write-key',
  posthog: 'planted-posthog-project-key',
  blink: 'planted-blink-app-token',
  dify: 'planted-dify-app-key',
  difyKnowledge: 'planted-dify-dataset-key',
} as const

const bearer = ({ headers }: ReceivedRequest): string => headers.authorization?.replace(/^Bearer /, '') ?? ''

/** ChatNode: a thread continues when its id is sent; an empty id is rejected. */
export const chatNodeStandIn = () =>
  standIn((request) => {
    const { method, path, json } = request
    if (bearer(request) !== serviceKeys.chatNode) return { status: 401, json: { message: 'Unauthorized' } }
    if (method !== 'POST' || path !== '/v1/bot-1') return { status: 404, json: { message: 'No such bot' } }
    if (json?.chat_session_id === '') return { status: 422, json: { detail: [{ msg: 'chat_session_id is empty' }] } }
    return { json: { message: `You said ${json.message}`, chat_session_id: json.chat_session_id ?? 'thread-1' } }
  })

/** Segment: a batch of events with ids and times. */
export const segmentStandIn = () =>
  standIn(({ path, json }) => {
    if (path !== '/v1/batch' || json?.writeKey !== serviceKeys.segment) return { status: 400, json: { success: false } }
    const isWhole = json.batch.every((event: { type?: string; messageId?: string; timestamp?: string }) =>
      Boolean(event.type && event.messageId && event.timestamp),
    )
    return isWhole ? { json: { success: true } } : { status: 400, json: { success: false } }
  })

/** PostHog: a batch of events; the address ends with a slash. */
export const posthogStandIn = () =>
  standIn(({ path, json }) => {
    if (path !== '/batch/') return { status: 404, body: '<html>Not found</html>' }
    if (json?.api_key !== serviceKeys.posthog) return { status: 401, json: { detail: `Invalid key ${json?.api_key}` } }
    const isWhole = json.batch.every(
      (event: { event?: string; distinct_id?: string }) => event.event && event.distinct_id,
    )
    return isWhole ? { json: { status: 1 } } : { status: 400, json: { detail: 'distinct_id is missing' } }
  })

/** Blink: people and feed events. */
export const blinkStandIn = () =>
  standIn((request) => {
    const { path, query, json } = request
    if (bearer(request) !== serviceKeys.blink) return { status: 401, json: { error: { message: 'Bad token' } } }
    if (path === '/user')
      return { json: { data: query.userId === 'u1' ? [{ id: 'u1', email: 'ada@example.com' }] : [] } }
    if (path !== '/feed/events') return { status: 404, json: {} }
    if (!json?.body?.sections?.length) return { status: 400, json: { error: { message: 'sections are empty' } } }
    return { json: { data: { event_id: 'event-1' } } }
  })

/** Dify: an app with its conversations, and knowledge bases with their chunks. Each has a separate key. */
export async function difyStandIn() {
  const script: DifySaid[] = []
  const server = await standIn((request) => difyAnswer(request, script))
  return { ...server, says: (...next: DifySaid[]) => script.push(...next) }
}

/** The next response of the app: pieces of text or other events, or a complete response of the service. */
export interface DifySaid {
  events?: object[]
  answer?: StandInResponse
  /** Bytes per part of the stream. */
  bytes?: number
}

const difyHello = [
  { event: 'message', answer: 'Hello ' },
  { event: 'message', answer: 'from the app' },
]
const difyEnd = {
  event: 'message_end',
  metadata: { usage: { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15 } },
}

function difyChat({ json }: ReceivedRequest, script: DifySaid[]): StandInResponse {
  const { query, user, inputs, response_mode: mode, conversation_id: conversation } = json ?? {}
  const problem = (status: number, code: string, message: string) => ({ status, json: { code, message, status } })
  if (!query || !user || typeof inputs !== 'object' || mode !== 'streaming')
    return problem(400, 'invalid_param', 'query, user and inputs are required')
  const { events: own, answer, bytes } = script.shift() ?? {}
  if (answer) return answer
  if (conversation !== undefined && conversation !== 'conversation-1')
    return problem(404, 'not_found', 'Conversation Not Exists.')
  const all = (own ?? [...difyHello, difyEnd]).map((one) => ({ conversation_id: 'conversation-1', ...one }))
  const parts = ['event: ping\n\n', ...events(...all)]
  return { stream: played(bytes === undefined ? parts : recut(parts, bytes)) }
}

function difyAnswer(request: ReceivedRequest, script: DifySaid[]): StandInResponse {
  const { method, path, json } = request
  const key = bearer(request)
  const refused = { status: 401, json: { code: 'unauthorized', message: 'Access token is invalid', status: 401 } }
  if (path === '/v1/parameters') return key === serviceKeys.dify ? { json: {} } : refused
  if (path === '/v1/chat-messages') return key === serviceKeys.dify ? difyChat(request, script) : refused
  if (key !== serviceKeys.difyKnowledge) return refused
  if (path === '/v1/datasets') {
    const data = [
      { id: 'd1', name: 'Older', created_at: 1 },
      { id: 'd2', name: 'Newer', created_at: 2 },
    ]
    return { json: { data } }
  }
  if (method !== 'POST' || path !== '/v1/datasets/d1/retrieve') {
    return { status: 404, json: { code: 'not_found', message: 'Dataset not found.', status: 404 } }
  }
  const records = [
    { segment: { content: 'First chunk' }, score: 0.9 },
    { segment: { content: 'Second chunk' }, score: 0.5 },
  ]
  return { json: { query: { content: json.query }, records } }
}
