import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider'
import type { ModelCall } from '@colloquy/flow/integrations'
import type { Send, Sent } from '@colloquy/ports/egress'
import type { AnswerReader } from './answer-part.js'

/** How an endpoint is asked for an answer that matches a schema, the strictest way first. */
export type SchemaMode = 'schema' | 'json' | 'prompt'

export interface Endpoint {
  /** Without a slash at its end. */
  baseURL: string
  call: ModelCall
  schemaMode: SchemaMode
  /** Not all endpoints that imitate a provider know how to count tokens of a stream. */
  hasStreamUsage: boolean
}

/** How a model is spoken to. Without `generate` it only knows streams. */
export interface Wire {
  /** Asks for a whole answer. `send` makes the request, and adds the secrets. */
  generate?(options: LanguageModelV3CallOptions, send: Send): ReturnType<LanguageModelV3['doGenerate']>
  /** What to send for an answer that is streamed. */
  streamRequest(options: LanguageModelV3CallOptions): Promise<Sent>
  /** Reads one such answer. */
  reader(): AnswerReader
}
