import { at, type ModelAnswer } from '@colloquy/flow/integrations'

/** A part of a streamed answer. */
export type AnswerPart =
  | { type: 'text'; text: string }
  /** Generated, but not for the visitor: thoughts, and what tools are called with. */
  | { type: 'unseen'; text: string }
  /** Takes the place of all text that came. */
  | { type: 'replace'; text: string }
  | { type: 'call'; call: ModelAnswer['toolCalls'][number] }
  | { type: 'usage'; usage: ModelAnswer['usage'] }
  | { type: 'id'; id: string }
  /** The service gave a reason for the end. */
  | { type: 'finish'; finish: string }
  | { type: 'error'; error: unknown }

/** Makes parts of the events of one answer, in the protocol of a service. Fields that are missing or of another type are passed over. */
export interface AnswerReader {
  /** The parts in one event, of which `json` is the data. */
  event(json: unknown): AnswerPart[]
  /** The parts that are complete when the stream has ended. */
  end(): AnswerPart[]
}

/** A piece of text, unless it is empty. */
export const textPart = (type: 'text' | 'unseen', text: string | undefined): AnswerPart[] =>
  text ? [{ type, text }] : []

/** The number at a place inside JSON; undefined where there is none. */
export function numberAt(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const found = at(value, ...path)
  return typeof found === 'number' ? found : undefined
}

/** Tokens of a call, as far as the service says. */
export function usagePart(inputTokens?: number, outputTokens?: number, cachedTokens = 0): AnswerPart {
  return {
    type: 'usage',
    usage: {
      ...(inputTokens !== undefined && { inputTokens }),
      ...(outputTokens !== undefined && { outputTokens }),
      ...(cachedTokens > 0 && { cachedTokens }),
    },
  }
}
