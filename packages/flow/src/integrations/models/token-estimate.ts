import { utf8Bytes } from '../../text/utf8-bytes.js'
import type { ModelCall, ModelOutcome } from './model-call.js'

/** Bytes of text that count as one token: low enough that estimates are rarely too low. */
export const bytesPerToken = 3

/** Estimated tokens of a text, without the tokenizer of any model. */
export const tokensOfText = (text: string): number => tokensOfBytes(utf8Bytes(text))

export const tokensOfBytes = (bytes: number): number => Math.ceil(bytes / bytesPerToken)

/** Estimated tokens of a call before its answer. Files count by their addresses. */
export const requestTokens = (call: ModelCall): number => tokensOfText(JSON.stringify(call))

/** The token limit of an answer if the author sets none. */
const defaultReplyTokens = 4_096

/** The token limit of a call under a ceiling: the author's, or else one that lets a small ceiling pay for two answers. */
export const replyTokens = ({ maxTokens }: ModelCall, ceiling = Number.POSITIVE_INFINITY): number =>
  maxTokens ?? Math.min(defaultReplyTokens, Math.max(1, Math.floor(ceiling / 2)))

/** Tokens that were paid for. `cached` ones are part of `input`. */
export interface SpentTokens {
  readonly input: number
  readonly output: number
  readonly cached: number
}

/**
 * Tokens that a call used: as reported by the provider, or else by estimate. A rejected call used none. `asked` is the call, or the tokens of
 * its request.
 */
export function spentTokens(asked: ModelCall | number, outcome: ModelOutcome): SpentTokens {
  const input = () => (typeof asked === 'number' ? asked : requestTokens(asked))
  const text = tokensOfText(outcome.text ?? '')
  if (outcome.answer === 'failed') {
    const isGenerated = text > 0 || outcome.cause === 'timeout' || outcome.cause === 'left'
    return isGenerated ? { input: input(), output: text, cached: 0 } : nothing
  }
  const { inputTokens, outputTokens, totalTokens, cachedTokens = 0 } = outcome.usage
  if (inputTokens === undefined && outputTokens === undefined && totalTokens !== undefined)
    return { input: totalTokens, output: 0, cached: cachedTokens }
  return { input: inputTokens ?? input(), output: outputTokens ?? text, cached: cachedTokens }
}

const nothing: SpentTokens = { input: 0, output: 0, cached: 0 }
