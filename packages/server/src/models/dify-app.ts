import { APICallError, type LanguageModelV3CallOptions, type LanguageModelV3Usage } from '@ai-sdk/provider'
import { at, jsonOf, type ModelCall, textAt } from '@colloquy/flow/integrations'
import type { Send } from '@colloquy/ports/egress'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { AnswerPart } from './streamed-answer.js'
import { withoutThoughts } from './without-thoughts.js'

/** An app of Dify. Agents answer as a stream alone, so that all are asked for one. */
export function difyApp({ baseURL, send, call }: { baseURL: string; send: Send; call: ModelCall }) {
  return {
    async doStream({ prompt, abortSignal }: Pick<LanguageModelV3CallOptions, 'prompt' | 'abortSignal'>) {
      const { inputs = {}, user = '', conversationId } = call.app ?? {}
      const query = prompt.flatMap(({ content }) =>
        typeof content === 'string' ? [] : content.map((part) => (part.type === 'text' ? part.text : '')),
      )
      const body = {
        inputs,
        query: query.join(''),
        response_mode: 'streaming',
        ...(conversationId !== undefined && { conversation_id: conversationId }),
        user,
      }
      const response = await post(send, `${baseURL}/v1/chat-messages`, body, abortSignal)
      if (!response.body) throw new Error('the answer is empty')
      const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
      return { stream: events.pipeThrough(partsOf()) }
    },
  }
}

async function post(send: Send, url: string, body: object, signal: AbortSignal | undefined): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const response = await send(url, { method: 'POST', headers, body: JSON.stringify(body), ...(signal && { signal }) })
  if (response.ok) return response
  throw new APICallError({
    message: `Status ${response.status}`,
    url,
    requestBodyValues: body,
    statusCode: response.status,
    responseHeaders: Object.fromEntries(response.headers),
    responseBody: await response.text(),
  })
}

/** A text that comes again as a whole is this long at least: shorter ones repeat by chance. */
const shortestRepetition = 20

/** Parts of an answer from the events of an app. */
function partsOf(): TransformStream<{ data: string }, AnswerPart> {
  let thoughts = withoutThoughts()
  let text = ''
  let conversationId: string | undefined
  let usage: LanguageModelV3Usage | undefined
  let isEnded = false
  return new TransformStream({
    transform({ data }, controller) {
      const event = jsonOf(data)
      conversationId = textAt(event, 'conversation_id') || conversationId
      switch (at(event, 'event')) {
        case 'message':
        case 'agent_message': {
          const piece = textAt(event, 'answer') ?? ''
          // At their end agents repeat all that they have said.
          if (piece.length >= shortestRepetition && piece === text) return
          text += piece
          const delta = thoughts.push(piece)
          if (delta !== '') controller.enqueue({ type: 'text-delta', id: 'text', delta })
          return
        }
        case 'message_replace':
          text = textAt(event, 'answer') ?? ''
          thoughts = withoutThoughts()
          controller.enqueue({ type: 'replace', text: thoughts.push(text) })
          return
        case 'message_end':
          isEnded = true
          usage = usageIn(at(event, 'metadata', 'usage'))
          return
        case 'workflow_finished':
        case 'node_finished':
          if (at(event, 'data', 'status') === 'failed')
            controller.enqueue({ type: 'error', error: { message: textAt(event, 'data', 'error') ?? 'a step failed' } })
          else if (!usage && at(event, 'event') === 'workflow_finished')
            controller.enqueue({ type: 'total-tokens', tokens: Number(at(event, 'data', 'total_tokens')) || undefined })
          return
        case 'error':
          controller.enqueue({ type: 'error', error: event })
      }
    },
    flush(controller) {
      const delta = thoughts.flush()
      if (delta !== '') controller.enqueue({ type: 'text-delta', id: 'text', delta })
      if (conversationId !== undefined) controller.enqueue({ type: 'response-metadata', id: conversationId })
      const finishReason = { unified: 'stop', raw: 'message_end' } as const
      if (isEnded) controller.enqueue({ type: 'finish', finishReason, usage: usage ?? usageIn(undefined) })
    },
  })
}

function usageIn(figures: unknown): LanguageModelV3Usage {
  const figure = (name: string) => {
    const value = at(figures, name)
    return typeof value === 'number' ? value : undefined
  }
  return {
    inputTokens: { total: figure('prompt_tokens'), noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: figure('completion_tokens'), text: undefined, reasoning: undefined },
  }
}
