import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider'
import type { ModelCall } from '@colloquy/flow/integrations'
import type { Send } from '@colloquy/ports/egress'
import type { AnswerPart } from './streamed-answer.js'

/** How an endpoint is asked for an answer that matches a schema, the strictest way first. */
export type SchemaMode = 'schema' | 'json' | 'prompt'

export interface Endpoint {
  /** Without a slash at its end. */
  baseURL: string
  /** Makes the calls, and adds the secrets. */
  send: Send
  call: ModelCall
  schemaMode: SchemaMode
  /** Not all endpoints that imitate a provider know how to count tokens of a stream. */
  hasStreamUsage: boolean
}

/** How a model is spoken to. Without `doGenerate` it only knows streams. */
export interface Wire extends Partial<Pick<LanguageModelV3, 'doGenerate'>> {
  doStream(options: LanguageModelV3CallOptions): PromiseLike<{ stream: ReadableStream<AnswerPart> }>
}
