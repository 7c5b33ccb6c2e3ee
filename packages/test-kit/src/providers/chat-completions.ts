import { recording } from './elevenlabs.js'
import { type ReceivedRequest, type StandInResponse, standIn } from './stand-in.js'
import { completionChunks, played, responseEvents, type Said } from './streams.js'

export const modelKey = 'planted-model-key'

export type { Said } from './streams.js'

/**
 * A service with OpenAI's chat completions API, and with Mistral's below `/mistral/`; `knows` are the ways in which it can answer with JSON.
 * Models are listed under `/models`.
 */
export async function chatStandIn({ knows = ['json_schema', 'json_object'], isOpen = false }: ChatOptions = {}) {
  const script: Said[] = []
  const server = await standIn((request) => (isOpen ? answer : withKey)(request, script, knows))
  const says = (...next: Said[]) => script.push(...next)
  return { ...server, says, forget: () => script.splice(0) }
}

interface ChatOptions {
  knows?: string[]
  /** Requires no key, like a self-hosted model. */
  isOpen?: boolean
}

function withKey(request: ReceivedRequest, script: Said[], knows: string[]): StandInResponse {
  const key = request.headers.authorization
  if (key !== `Bearer ${modelKey}`) return errorResponse(401, `Incorrect API key provided: ${key}`, 'invalid_api_key')
  return answer(request, script, knows)
}

function answer(request: ReceivedRequest, script: Said[], knows: string[]): StandInResponse {
  const { method, path, json } = request
  if (method === 'GET' && path.endsWith('/models')) return { json: { data: models } }
  if (path.endsWith('/audio/speech')) return speech(json)
  if (path.endsWith('/audio/transcriptions')) return transcription(request)
  if (path.endsWith('/responses')) return response(json, script.shift() ?? { text: 'Hello from the model' })
  if (method !== 'POST' || !path.endsWith('/chat/completions')) return errorResponse(404, 'Unknown path')
  const problem = problemOf(json, knows, path.startsWith('/mistral/'))
  if (problem) return errorResponse(400, problem, 'invalid_request_error')
  const said = script.shift() ?? { text: fitting(json.response_format?.json_schema?.schema) }
  if (said.answer) return said.answer
  return json.stream
    ? streamed(completionChunks(json.model, said, json.stream_options?.include_usage === true), said)
    : { json: completion(json.model, said) }
}

/** The default answer: a greeting, or values that fit the schema. */
function fitting(schema: { properties: Record<string, { type: string | string[] }> } | undefined): string {
  if (!schema) return 'Hello from the model'
  const values: Record<string, unknown> = { number: 7, integer: 7, boolean: true, array: [] }
  const valueFor = ({ type }: { type: string | string[] }) => values[String([type].flat()[0])] ?? 'a value'
  const entries = Object.entries(schema.properties).map(([name, property]) => [name, valueFor(property)])
  return JSON.stringify(Object.fromEntries(entries))
}

/** A stream of these parts. */
export const streamed = (parts: string[], { play = played }: Said): StandInResponse => ({ stream: play(parts) })

const models = [
  { id: 'old-model', created: 1, type: 'chat' },
  { id: 'new-model', created: 2, type: 'chat' },
  { id: 'text-embedding-3', created: 3, type: 'embedding' },
]

function completion(model: string, { text, calls = [] }: Said) {
  const toolCalls = calls.map(({ id, ...rest }) => ({ id, type: 'function', function: rest }))
  const message = { role: 'assistant', content: text ?? null, ...(calls.length > 0 && { tool_calls: toolCalls }) }
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [{ index: 0, message, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }],
    usage: { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15 },
  }
}

function speech({ input, voice, model }: ReceivedRequest['json']): StandInResponse {
  if (!input || !voice || !model) return errorResponse(400, 'input, voice and model are required')
  return { headers: { 'content-type': 'audio/mpeg' }, body: recording }
}

/** Checks the extension of the file, by which the real service recognizes formats. */
function transcription({ headers, text }: ReceivedRequest): StandInResponse {
  const isForm = headers['content-type']?.startsWith('multipart/form-data; boundary=')
  const [, name = ''] = /name="file"; filename="([^"]+)"/.exec(text) ?? []
  if (!isForm || !/\.(flac|m4a|mp3|mp4|mpeg|mpga|oga|ogg|wav|webm)$/.test(name))
    return errorResponse(400, `Invalid file format ${name}`)
  return text.includes('name="model"')
    ? { json: { text: `Spoken in ${name}` } }
    : errorResponse(400, 'model is required')
}

function response(
  { model, previous_response_id: previous, stream }: ReceivedRequest['json'],
  next: Said,
): StandInResponse {
  const { text = '', calls = [], answer } = next
  if (answer) return answer
  if (previous === 'forgotten') return errorResponse(400, 'Previous response not found', 'previous_response_not_found')
  const id = `resp_${calls.length}`
  if (stream) return streamed(responseEvents(model, id, next), next)
  const said = {
    type: 'message',
    id: 'm1',
    status: 'completed',
    role: 'assistant',
    content: [{ type: 'output_text', text, annotations: [] }],
  }
  const called = calls.map(({ id, ...call }) => ({
    type: 'function_call',
    id: `f${id}`,
    call_id: id,
    status: 'completed',
    ...call,
  }))
  const output = calls.length > 0 ? called : [said]
  return {
    json: { id, created_at: 1, model, output, usage: { input_tokens: 11, output_tokens: 4 } },
  }
}

function problemOf(body: ReceivedRequest['json'], knows: string[], isMistral: boolean): string | undefined {
  if (typeof body?.model !== 'string' || body.model === '') return 'you must provide a model parameter'
  if (!Array.isArray(body.messages) || body.messages.length === 0) return 'messages must not be empty'
  if (body.temperature !== undefined && typeof body.temperature !== 'number') return 'temperature is not a number'
  const format = body.response_format?.type
  if (format !== undefined && !knows.includes(format)) return `response_format.type ${format} is not supported`
  const schema = body.response_format?.json_schema?.schema
  if (schema && !isStrict(schema)) return 'the schema is not strict'
  const open = new Set<string>()
  for (const { role, content, tool_calls: calls = [], tool_call_id: callId } of body.messages) {
    if (!['system', 'developer', 'user', 'assistant', 'tool'].includes(role)) return `unknown role ${role}`
    if (role === 'tool' && !open.delete(callId)) return `no call ${callId} waits for a result`
    if (role !== 'tool' && open.size > 0) return 'calls of tools have no result'
    for (const call of calls) open.add(call.id)
    const parts = Array.isArray(content) ? content : []
    for (const part of parts) {
      const url = isMistral ? part.image_url : part.image_url?.url
      const isImage = part.type === 'image_url' && typeof url === 'string'
      if (!isImage && !(part.type === 'text' && typeof part.text === 'string')) return 'wrong part of a message'
    }
  }
  for (const { type, function: it } of body.tools ?? []) {
    if (type !== 'function' || !/^[\w-]{1,64}$/.test(it?.name) || it.parameters?.type !== 'object') return 'wrong tool'
  }
  return undefined
}

/** A strict schema requires all properties of an object, allows no others, and each value has a type. */
export function isStrict(schema: {
  type?: string | string[]
  properties?: Record<string, object>
  required?: string[]
  additionalProperties?: boolean
  items?: object
}): boolean {
  const { type, properties, required = [], additionalProperties, items } = schema
  const types = [type].flat()
  if (types.some((one) => typeof one !== 'string')) return false
  if (types.includes('array')) return items !== undefined && isStrict(items)
  if (!types.includes('object')) return true
  const names = Object.keys(properties ?? {})
  const isComplete = additionalProperties === false && names.every((name) => required.includes(name))
  return isComplete && Object.values(properties ?? {}).every(isStrict)
}

const errorResponse = (status: number, message: string, code?: string): StandInResponse => ({
  status,
  json: { error: { message, type: code, param: null, code } },
})
