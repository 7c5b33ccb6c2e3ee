import { isStrict, modelKey, type Said, streamed } from './chat-completions.js'
import { type ReceivedRequest, type StandInResponse, standIn } from './stand-in.js'
import { messageEvents } from './streams.js'

/** Anthropic's messages API. */
export async function anthropicStandIn() {
  const script: Said[] = []
  const server = await standIn((request) => answer(request, script))
  return { ...server, says: (...next: Said[]) => script.push(...next) }
}

function answer({ method, path, headers, json }: ReceivedRequest, script: Said[]): StandInResponse {
  if (headers['x-api-key'] !== modelKey || headers.authorization !== undefined) {
    return errorResponse(401, 'authentication_error', `invalid x-api-key ${headers['x-api-key']}`)
  }
  if (headers['anthropic-version'] !== '2023-06-01')
    return errorResponse(400, 'invalid_request_error', 'anthropic-version')
  if (method === 'GET' && path === '/models') {
    return { json: { data: [{ id: 'claude-sonnet-4-5', display_name: 'Claude', created_at: '2025-09-29T00:00:00Z' }] } }
  }
  if (method !== 'POST' || path !== '/messages') return errorResponse(404, 'not_found_error', 'Not found')
  const problem = problemOf(json)
  if (problem) return errorResponse(400, 'invalid_request_error', problem)
  const said = script.shift() ?? { text: 'Hello from the model' }
  if (said.answer) return said.answer
  return json.stream ? streamed(messageEvents(json.model, said), said) : { json: message(json.model, said) }
}

const message = (model: string, { text, calls = [] }: Said) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model,
  content: [
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...calls.map((call) => ({ type: 'tool_use', id: call.id, name: call.name, input: JSON.parse(call.arguments) })),
  ],
  stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
  usage: { input_tokens: 11, output_tokens: 4 },
})

function problemOf(body: ReceivedRequest['json']): string | undefined {
  if (typeof body?.model !== 'string') return 'model: Field required'
  if (!Number.isInteger(body.max_tokens)) return 'max_tokens: Field required'
  if (body.messages?.length === 0) return 'messages: at least one message is required'
  const schemas = [body.output_config?.format?.schema, body.output_format?.schema].filter(Boolean)
  if (!schemas.every(isStrict)) return 'output_config: the schema is not strict'
  let before = 'assistant'
  for (const { role, content } of body.messages) {
    if (role === before) return 'messages: roles must alternate'
    before = role
    if (!Array.isArray(content) || content.some((part) => part.type === 'text' && part.text === '')) return 'empty text'
  }
  return undefined
}

const errorResponse = (status: number, type: string, text: string): StandInResponse => ({
  status,
  json: { type: 'error', error: { type, message: text }, request_id: 'req_1' },
})
