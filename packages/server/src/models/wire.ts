import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider'
import type { ModelCall } from '@colloquy/flow/integrations'
import type { Send, Sent } from '@colloquy/ports/egress'
import type { AnswerReader } from './answer-part.js'

/** Ways to request an answer that matches a schema, the strictest first. */
export type SchemaMode = 'schema' | 'json' | 'prompt'

export interface Endpoint {
  /** Without a trailing slash. */
  baseURL: string
  call: ModelCall
  schemaMode: SchemaMode
  /** False for compatible endpoints that cannot report the tokens of a stream. */
  hasStreamUsage: boolean
}

/** Protocol of a model. Without `generate` it only supports streams. */
export interface Wire {
  /** Requests a complete answer. `send` makes the request and adds the secrets. */
  generate?(options: LanguageModelV3CallOptions, send: Send): ReturnType<LanguageModelV3['doGenerate']>
  /** Builds the request for a streamed answer. */
  streamRequest(options: LanguageModelV3CallOptions): Promise<Sent>
  /** Returns a reader for one such answer. */
  reader(): AnswerReader
}
