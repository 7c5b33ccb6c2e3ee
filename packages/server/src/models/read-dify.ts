import type { LanguageModelV3CallOptions } from '@ai-sdk/provider'
import { at, type ModelCall, textAt } from '@colloquy/flow/integrations'
import type { Sent } from '@colloquy/ports/egress'
import { type AnswerPart, type AnswerReader, numberAt, textPart, tokenCount, usagePart } from './answer-part.js'
import { withoutThoughts } from './without-thoughts.js'

/** Builds the request to a Dify app. Agents answer only as a stream, so every app is asked for one. */
export function difyRequest(
  baseURL: string,
  { app }: ModelCall,
  { prompt }: Pick<LanguageModelV3CallOptions, 'prompt'>,
): Sent {
  const { inputs = {}, user = '', conversationId } = app ?? {}
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
  return {
    url: `${baseURL}/v1/chat-messages`,
    method: 'POST',
    headers: [['content-type', 'application/json']],
    body: JSON.stringify(body),
  }
}

/** Minimum length of a text that counts as repeated in whole: shorter ones repeat by chance. */
const shortestRepetition = 20

/** Reads the event stream of a Dify app. */
export class DifyReader implements AnswerReader {
  #thoughts = withoutThoughts()
  #text = ''
  #conversationId: string | undefined
  #hasUsage = false

  event(json: unknown): AnswerPart[] {
    this.#conversationId = textAt(json, 'conversation_id') || this.#conversationId
    switch (at(json, 'event')) {
      case 'message':
      case 'agent_message':
        return this.#said(textAt(json, 'answer') ?? '')
      case 'message_replace':
        this.#text = textAt(json, 'answer') ?? ''
        this.#thoughts = withoutThoughts()
        return [{ type: 'replace', text: this.#thoughts.push(this.#text) }]
      case 'message_end': {
        const usage = at(json, 'metadata', 'usage')
        this.#hasUsage = true
        const tokens = usagePart(numberAt(usage, 'prompt_tokens'), numberAt(usage, 'completion_tokens'))
        return [tokens, { type: 'finish', finish: 'stop' }]
      }
      case 'workflow_finished':
      case 'node_finished':
        if (at(json, 'data', 'status') === 'failed')
          return [{ type: 'error', error: { message: textAt(json, 'data', 'error') ?? 'a step failed' } }]
        return this.#hasUsage ? [] : totalOf(json)
      case 'error':
        return [{ type: 'error', error: json }]
      default:
        return []
    }
  }

  end(): AnswerPart[] {
    const id = this.#conversationId
    return [...textPart('text', this.#thoughts.flush()), ...(id === undefined ? [] : [{ type: 'id', id } as const])]
  }

  /** Agents repeat their complete answer at the end. */
  #said(piece: string): AnswerPart[] {
    if (piece.length >= shortestRepetition && piece === this.#text) return []
    this.#text += piece
    return textPart('text', this.#thoughts.push(piece))
  }
}

/** Total tokens of a workflow; apps without a model report nothing more detailed. */
function totalOf(json: unknown): AnswerPart[] {
  const isEnd = at(json, 'event') === 'workflow_finished'
  const totalTokens = isEnd && tokenCount(Number(at(json, 'data', 'total_tokens')))
  return totalTokens ? [{ type: 'usage', usage: { totalTokens } }] : []
}
