import { StringDecoder } from 'node:string_decoder'
import type { LanguageModelV3GenerateResult } from '@ai-sdk/provider'
import type { ModelOutcome } from '@colloquy/flow/integrations'
import { maxToolCalls, tooManyCalls, usageOfTokens } from './answer-part.js'

type Said = Extract<ModelOutcome, { answer: 'said' }>

/** Returns the answer of a model without its thoughts. Cuts a text of more than `maxBytes`, as if the model had reached its limit. Throws if it calls too many tools. */
export function answerOf(
  { content, finishReason, usage, response }: LanguageModelV3GenerateResult,
  maxBytes: number,
): Said {
  const whole = content.map((part) => (part.type === 'text' ? part.text : '')).join('')
  const text = cutText(whole, maxBytes)
  const toolCalls = content.flatMap((part) =>
    part.type === 'tool-call' && !part.providerExecuted
      ? [{ id: part.toolCallId, name: part.toolName, input: part.input }]
      : [],
  )
  if (toolCalls.length > maxToolCalls) throw tooManyCalls
  return {
    answer: 'said',
    text,
    toolCalls,
    finish: text === whole ? finishReason.unified : 'length',
    usage: usageOf(usage),
    ...(response?.id !== undefined && { responseId: response.id }),
  }
}

/** Tokens of a call, as far as the provider reports them. */
export function usageOf({ inputTokens, outputTokens }: LanguageModelV3GenerateResult['usage']): Said['usage'] {
  return usageOfTokens({ input: inputTokens.total, output: outputTokens.total, cached: inputTokens.cacheRead })
}

/** Returns the longest beginning of a text that fits and ends after a whole character. */
function cutText(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text)
  return bytes.byteLength <= maxBytes ? text : new StringDecoder('utf8').write(bytes.subarray(0, maxBytes))
}
