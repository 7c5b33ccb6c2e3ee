import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Said } from './practice-model.js'

/** Milliseconds between two words, so that the text visibly grows. */
const pause = 40

const usage = { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 }

/** A chat completion as one response. */
export function completion(model: string, said: Said) {
  const finish = 'tool' in said ? 'tool_calls' : 'stop'
  return {
    id: 'chatcmpl-demo',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, message: { role: 'assistant', ...messageOf(said) }, finish_reason: finish }],
    usage,
  }
}

/** The same completion as server-sent events, word by word. */
export async function* completionEvents(model: string, said: Said): AsyncGenerator<string> {
  const event = (delta: object, finish: string | null = null) =>
    `data: ${JSON.stringify({
      id: 'chatcmpl-demo',
      object: 'chat.completion.chunk',
      created: 0,
      model,
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...(finish !== null && { usage }),
    })}\n\n`
  yield event({ role: 'assistant', content: '' })
  if ('tool' in said) yield event({ tool_calls: messageOf(said).tool_calls?.map((call) => ({ index: 0, ...call })) })
  else
    for (const word of said.text.match(/\S+\s*/g) ?? []) {
      await sleep(pause)
      yield event({ content: word })
    }
  yield event({}, 'tool' in said ? 'tool_calls' : 'stop')
  yield 'data: [DONE]\n\n'
}

function messageOf(said: Said) {
  if (!('tool' in said)) return { content: said.text }
  const call = { name: said.tool, arguments: JSON.stringify(said.given) }
  return { content: null, tool_calls: [{ id: `call_${randomUUID()}`, type: 'function', function: call }] }
}
