import { at, type ModelAnswer } from '@colloquy/flow/integrations'

/** A part of a streamed answer. */
export type AnswerPart =
  | { type: 'text'; text: string }
  /** Generated, but not for the visitor: thoughts, and the arguments of tool calls. */
  | { type: 'unseen'; text: string }
  /** Replaces all text so far. */
  | { type: 'replace'; text: string }
  | { type: 'call'; call: ModelAnswer['toolCalls'][number] }
  | { type: 'usage'; usage: ModelAnswer['usage'] }
  | { type: 'id'; id: string }
  /** The service's reason for the end. */
  | { type: 'finish'; finish: string }
  | { type: 'error'; error: unknown }

/** Turns the events of one answer, in the protocol of a service, into parts. Skips fields that are missing or have another type. */
export interface AnswerReader {
  /** Returns the parts in one event; `json` is the data of the event. */
  event(json: unknown): AnswerPart[]
  /** Returns the parts that are complete when the stream has ended. */
  end(): AnswerPart[]
}

/** A text part; empty when the text is. */
export const textPart = (type: 'text' | 'unseen', text: string | undefined): AnswerPart[] =>
  text ? [{ type, text }] : []

/** Returns the number at a path inside JSON; undefined when there is none. */
export function numberAt(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const found = at(value, ...path)
  return typeof found === 'number' ? found : undefined
}

/** Tool calls of one answer; with more, the answer is a failure. */
export const maxToolCalls = 128

export const tooManyCalls = new Error(`it calls more than ${maxToolCalls} tools.`)

/** Far more than any model takes or gives: what a service reports beyond is cut, so that sums can be stored. */
const maxTokens = 1_000_000_000

/** Returns a number of tokens that a service reports as one that can be counted and stored; undefined if it is none. */
export function tokenCount(reported: number | undefined): number | undefined {
  return reported !== undefined && reported >= 0 ? Math.min(Math.round(reported), maxTokens) : undefined
}

/** Tokens of a call, as far as the service reports them. */
export function usageOfTokens(reported: {
  input?: number | undefined
  output?: number | undefined
  cached?: number | undefined
}): ModelAnswer['usage'] {
  const [inputTokens, outputTokens, cachedTokens = 0] = [reported.input, reported.output, reported.cached].map(
    tokenCount,
  )
  return {
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
    ...(cachedTokens > 0 && { cachedTokens }),
  }
}

export const usagePart = (input?: number, output?: number, cached?: number): AnswerPart => ({
  type: 'usage',
  usage: usageOfTokens({ input, output, cached }),
})
