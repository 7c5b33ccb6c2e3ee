import type { Json } from '../calls.js'
import type { CitationRules } from '../knowledge/cited-text.js'

/** A message in a conversation with a language model: plain data that can be converted to every provider's protocol. */
export type ModelMessage =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly parts: readonly ModelPart[] }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly results: readonly ToolResult[] }

/** `image` is an address that may lead to an image; otherwise the model gets it as text. */
export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly url: string }

export interface ToolCall {
  readonly id: string
  readonly name: string
  /** JSON, as the model wrote it; it may be invalid. */
  readonly input: string
}

export interface ToolResult {
  readonly id: string
  readonly name: string
  readonly text: string
}

/** A JSON Schema. */
export type JsonSchema = { readonly [key: string]: Json | undefined }

export interface ModelTool {
  readonly name: string
  readonly description?: string
  readonly parameters: JsonSchema
}

/** Tools that the provider of the Responses API runs itself. */
export type HostedTool =
  | { readonly kind: 'web search' }
  | { readonly kind: 'code interpreter' }
  | {
      readonly kind: 'file search'
      readonly vectorStoreIds: readonly string[]
      readonly maxResults?: number
      readonly scoreThreshold?: number
    }

/** One call to a language model, without any secret. */
export interface ModelCall {
  readonly model: string
  readonly messages: readonly ModelMessage[]
  readonly tools?: readonly ModelTool[]
  readonly temperature?: number
  /** Maximum number of tokens in the answer. */
  readonly maxTokens?: number
  /** The answer has to be JSON of this schema. Endpoints that cannot guarantee that are called without it. */
  readonly schema?: JsonSchema
  /** The answer cites passages: see `citedText`, which processes a streamed text before anybody sees it. */
  readonly citations?: CitationRules
  /** A base address that the block specifies; rejected unless it leads to a host of the credentials. */
  readonly baseUrl?: string
  /** Added to the query as `api-version`. */
  readonly apiVersion?: string
  /** Present for an app of Dify, which receives only the last message. */
  readonly app?: AppCall
  /** Present for the Responses API, which stores the conversation. */
  readonly responses?: {
    readonly instructions?: string
    readonly previousId?: string
    readonly hostedTools?: readonly HostedTool[]
  }
}

/** The app of a service defines the model and the prompt, and stores the conversation. */
export interface AppCall {
  /** Values for the app's own variables. */
  readonly inputs: Readonly<Record<string, string>>
  /** Owner of the conversation; others cannot continue it. */
  readonly user: string
  readonly conversationId?: string
}

/** A request of a block to a language model. */
export interface ModelRequest {
  /** The type of the integration. */
  readonly service: string
  readonly credentialsId: string
  readonly call: ModelCall
  /** Models that are asked in order if the previous one did not answer; never after the first piece of text. */
  readonly fallbacks?: readonly ModelCandidate[]
  /** Private values by the tokens that replace them in the call. They are restored in a streamed text before anybody sees it. */
  readonly masks?: Readonly<Record<string, string>>
}

/** Another model of the same service; without credentials it is asked with those of the request. */
export interface ModelCandidate {
  readonly credentialsId?: string
  readonly model: string
}

/** A model that did not answer, and why. */
export interface PassedModel {
  readonly model: string
  readonly cause: ModelFailure
  readonly reason: string
}

export interface ModelUsage {
  /** Absent if the provider does not report it. */
  readonly inputTokens?: number
  readonly outputTokens?: number
  /** Present if it is not their sum. */
  readonly totalTokens?: number
  /** Tokens of the input that the provider had cached from an earlier call, if it reports them. */
  readonly cachedTokens?: number
}

/** Answer of a model. */
export interface ModelAnswer {
  readonly text: string
  readonly toolCalls: readonly ToolCall[]
  /** `stop`, `length`, `content-filter`, `tool-calls`, `error` or `other`. */
  readonly finish: string
  readonly usage: ModelUsage
  readonly responseId?: string
  /** Numbers of the passages that it cited, if citations were removed from the streamed text. */
  readonly cited?: readonly number[]
  /** The streamed text is void: `text` replaces it. */
  readonly isTakenBack?: true
}

/** Why a call returned nothing. */
export type ModelFailure =
  /** Not made: a rule of the service forbids it, or credentials are missing. */
  | 'refused'
  | 'unauthorized'
  | 'not-found'
  | 'too-long'
  | 'unknown-response'
  | 'invalid'
  | 'rate-limited'
  | 'overloaded'
  | 'timeout'
  /** The text was streamed, but no client follows it any more. */
  | 'left'
  /** Not made: a ceiling forbids it. */
  | 'over-budget'

/**
 * Outcome of a call. `reason` is a sentence for the author, `details` the response of the service; neither contains a secret. `text` had
 * been streamed before the failure; `passed` are the models that were asked first.
 */
export type ModelOutcome =
  | ({ answer: 'said'; passed?: readonly PassedModel[] } & ModelAnswer)
  | {
      answer: 'failed'
      cause: ModelFailure
      reason: string
      details?: string
      text?: string
      passed?: readonly PassedModel[]
    }
