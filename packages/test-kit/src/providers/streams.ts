import type { StandInResponse } from './stand-in.js'

/** The next response of the model: a text, tool calls, or a complete response of the service. */
export interface Said {
  text?: string
  /** Characters in each piece of a streamed text, instead of words. */
  size?: number
  calls?: { id: string; name: string; arguments: string }[]
  answer?: StandInResponse
  /** Transforms the parts of a stream: slows it down, splits it differently, or ends it in another way. */
  play?: (parts: string[]) => AsyncIterable<string | Uint8Array>
}

/** Server-sent events, each with its JSON. */
export const events = (...all: object[]): string[] => all.map((one) => `data: ${JSON.stringify(one)}\n\n`)

/** Splits a text into pieces like those of models, or of the given length. */
export const pieces = (text: string, size?: number): string[] =>
  text.match(size === undefined ? /\S+\s*|\s+/g : new RegExp(`[^]{1,${size}}`, 'g')) ?? []

/** Yields parts one after another; awaits `wait` before each but the first. */
export async function* played(parts: Iterable<string | Uint8Array>, wait?: (part: number) => Promise<void>) {
  let part = 0
  for (const one of parts) {
    if (part > 0) await wait?.(part)
    part++
    yield one
  }
}

/** The same bytes in parts of the given size, which split characters and lines anywhere. */
export function recut(parts: readonly string[], bytes: number): Uint8Array[] {
  const all = Buffer.from(parts.join(''))
  return Array.from({ length: Math.ceil(all.length / bytes) }, (_, at) => all.subarray(at * bytes, (at + 1) * bytes))
}

/** Chunks of a chat completion. Token usage has a separate chunk if it was requested, else it is in the last one. */
export function completionChunks(model: string, { text, size, calls = [] }: Said, hasOwnUsage: boolean): string[] {
  const usage = { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15 }
  const common = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model }
  const chunk = (delta: object, finish: string | null = null) => ({
    ...common,
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
  const called = calls.flatMap(({ id, name, arguments: given }, index) => [
    chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
    ...pieces(given).map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ])
  return [
    ...events(
      chunk({ role: 'assistant', content: '' }),
      ...pieces(text ?? '', size).map((content) => chunk({ content })),
      ...called,
      { ...chunk({ content: '' }, calls.length > 0 ? 'tool_calls' : 'stop'), ...(!hasOwnUsage && { usage }) },
      ...(hasOwnUsage ? [{ ...common, choices: [], usage }] : []),
    ),
    'data: [DONE]\n\n',
  ]
}

/** Events of a message. */
export function messageEvents(model: string, { text, calls = [] }: Said): string[] {
  const blocks = [
    ...(text === undefined ? [] : [{ start: { type: 'text', text: '' }, deltas: pieces(text).map(textDelta) }]),
    ...calls.map(({ id, name, arguments: given }) => ({
      start: { type: 'tool_use', id, name, input: {} },
      deltas: pieces(given).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
    })),
  ]
  const usage = { input_tokens: 11, output_tokens: 0 }
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], stop_reason: null, usage }
  const all = [
    { type: 'message_start', message },
    { type: 'ping' },
    ...blocks.flatMap(({ start, deltas }, index) => [
      { type: 'content_block_start', index, content_block: start },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    {
      type: 'message_delta',
      delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn' },
      usage: { output_tokens: 4 },
    },
    { type: 'message_stop' },
  ]
  return all.map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`)
}

const textDelta = (text: string) => ({ type: 'text_delta', text })

/** Events of the Responses API. */
export function responseEvents(model: string, id: string, { text = '', calls = [] }: Said): string[] {
  const usage = { input_tokens: 11, output_tokens: 4 }
  const item = { type: 'message', id: 'm1' }
  const said = [
    { type: 'response.output_item.added', output_index: 0, item },
    ...pieces(text).map((delta) => ({
      type: 'response.output_text.delta',
      item_id: 'm1',
      output_index: 0,
      content_index: 0,
      delta,
    })),
    { type: 'response.output_item.done', output_index: 0, item },
  ]
  const called = calls.flatMap(({ id: callId, name, arguments: given }, output_index) => {
    const call = { type: 'function_call', id: `f${callId}`, call_id: callId, name, status: 'completed' }
    return [
      { type: 'response.output_item.added', output_index, item: { ...call, arguments: '' } },
      { type: 'response.output_item.done', output_index, item: { ...call, arguments: given } },
    ]
  })
  return events(
    { type: 'response.created', response: { id, created_at: 1, model } },
    ...(calls.length > 0 ? called : said),
    { type: 'response.completed', response: { id, usage } },
  )
}
