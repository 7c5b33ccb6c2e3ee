import type { Json } from '../calls.js'
import type { CitationRules } from '../knowledge/cited-text.js'

/** A language model's turn in what was said: plain data that every provider's wire can be written from. */
export type ModelMessage =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly parts: readonly ModelPart[] }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly results: readonly ToolResult[] }

/** `image` is an address that may lead to an image; where it does not, the model gets it as text. */
export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly url: string }

export interface ToolCall {
  readonly id: string
  readonly name: string
  /** JSON, as the model wrote it; it may be broken. */
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
  /** Tokens of the answer. */
  readonly maxTokens?: number
  /** The answer is to be JSON of this schema. Endpoints that cannot promise that are asked without it. */
  readonly schema?: JsonSchema
  /** The answer cites passages: see `citedText`, which a streamed text passes before anybody sees it. */
  readonly citations?: CitationRules
  /** A base address that the block gives; it is refused unless it leads to a host of the credentials. */
  readonly baseUrl?: string
  /** Added to the query as `api-version`. */
  readonly apiVersion?: string
  /** Present for an app of Dify, which gets the last message alone. */
  readonly app?: AppCall
  /** Present for the Responses API, which keeps what was said. */
  readonly responses?: {
    readonly instructions?: string
    readonly previousId?: string
    readonly hostedTools?: readonly HostedTool[]
  }
}

/** The app of a service decides on model and prompt, and keeps what was said. */
export interface AppCall {
  /** Values for the app's own variables. */
  readonly inputs: Readonly<Record<string, string>>
  /** Whose conversation it is; others cannot continue it. */
  readonly user: string
  readonly conversationId?: string
}

/** What a block asks of a language model. */
export interface ModelRequest {
  /** The type of the integration. */
  readonly service: string
  readonly credentialsId: string
  readonly call: ModelCall
  /** Asked one after another where the one before did not answer; never after a first piece of text. */
  readonly fallbacks?: readonly ModelCandidate[]
  /** Private values by the tokens that stand for them in the call. They are put back into a streamed text before anybody sees it. */
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
  /** Absent where the provider does not say. */
  readonly inputTokens?: number
  readonly outputTokens?: number
  /** Present where it is not their sum. */
  readonly totalTokens?: number
  /** Tokens of the input that the provider had kept from an earlier call, as far as it says. */
  readonly cachedTokens?: number
}

/** What a model said. */
export interface ModelAnswer {
  readonly text: string
  readonly toolCalls: readonly ToolCall[]
  /** `stop`, `length`, `content-filter`, `tool-calls`, `error` or `other`. */
  readonly finish: string
  readonly usage: ModelUsage
  readonly responseId?: string
  /** Numbers of the passages that it cited, where citations were taken out of a text on its way to the visitor. */
  readonly cited?: readonly number[]
  /** What was streamed of it is void: `text` took its place. */
  readonly isTakenBack?: true
}

/** Why a call brought nothing. */
export type ModelFailure =
  /** Not made: a rule of ours, or missing credentials. */
  | 'refused'
  | 'unauthorized'
  | 'not-found'
  | 'too-long'
  | 'unknown-response'
  | 'invalid'
  | 'rate-limited'
  | 'overloaded'
  | 'timeout'
  /** It was streamed, and nobody follows it any longer. */
  | 'left'
  /** Not made: a ceiling forbids it. */
  | 'over-budget'

/**
 * What came of a call. `reason` is a sentence for the author, `details` what the service answered; neither holds a secret. `text` is what had
 * been streamed before; `passed` are the models that were asked first.
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
