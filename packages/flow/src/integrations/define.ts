import type { ExitKind } from '../exits.js'
import type { Fields, OptionsOf } from '../fields/fields.js'
import type { ServiceLogo } from '../service-logo.js'
import type { FoundFile, HttpCallOfService, ServiceCall, ServiceRequest } from './calls.js'
import { guaranteed } from './guaranteed.js'
import type { KnowledgePassage, KnowledgeRequest } from './knowledge/knowledge-request.js'
import type { SaidEntry } from './models/conversation.js'
import type { ReadAs } from './models/extraction.js'
import type { ModelCall, ModelOutcome } from './models/model-call.js'
import type { OAuth } from './oauth.js'

/** Names of icons; the builder has an image for each. */
export type IntegrationIcon =
  | 'audio-lines'
  | 'book-open'
  | 'bot'
  | 'calendar'
  | 'chart-line'
  | 'mail'
  | 'message-circle'
  | 'qr-code'
  | 'reply'
  | 'sheet'
  | 'sparkles'

/** A field of credentials. All are text; `address` is the base address of an API, `origin` the same without its path. */
export interface CredentialsField {
  readonly kind: 'secret' | 'text' | 'address' | 'origin'
  readonly label: string
  readonly help?: string
  readonly placeholder?: string
  readonly isRequired?: boolean
}

/** The authentication of a call. The server adds it after the engine; see `server/src/service-calls/authenticate.ts`. */
export type Auth =
  /** Sends `field` of the credentials in a header, after `prefix`, and without it in the header `alsoAs`. */
  | {
      readonly kind: 'header'
      readonly name: string
      readonly prefix?: string
      readonly field: string
      readonly alsoAs?: string
    }
  /** Sends `field` of the credentials in the JSON body under `name`. */
  | { readonly kind: 'json'; readonly name: string; readonly field: string }
  /** Sends nothing: tokens are signed here (HS256) with these fields. */
  | { readonly kind: 'signature'; readonly keyId: string; readonly secret: string }
  | OAuth

export interface Credentials {
  /** The type of the credentials, if it differs from that of the block. */
  readonly type?: string
  readonly fields: Readonly<Record<string, CredentialsField>>
  /** Base address of the service. */
  readonly address: string
  /** The field with a custom base address. */
  readonly addressField?: string
  /** The environment variable with which an operator sets another base address. */
  readonly addressSetting?: string
  readonly auth: Auth
  /** Blocks also work without credentials, with fewer functions. */
  readonly isOptional?: true
  /** Requests that return 2xx only for a valid key, and that neither change nor cost anything. Those whose key is set are sent. */
  readonly test?: readonly HttpCallOfService[]
}

/** One suggestion for a `list` field. */
export interface ListItem {
  readonly label: string
  readonly value: string
}

/** Response of a service to a list request. A `problem` explains to the author what is missing from it. */
export interface ListReading {
  readonly items: ListItem[]
  readonly problem?: string
}

/** Suggestions loaded from the service. */
export interface RemoteList {
  /** The options that `call` reads: the list is loaded again when one of them changes. */
  readonly dependsOn?: readonly string[]
  /** Undefined while an option that it depends on is missing. */
  call(options: Readonly<Record<string, unknown>>): HttpCallOfService | undefined
  read(body: unknown, options: Readonly<Record<string, unknown>>): ListItem[] | ListReading
}

/** A script for the visitor's page. Values reach it as `args` only, never as part of its text. */
export interface PageScript {
  readonly content: string
  readonly args: Readonly<Record<string, unknown>>
}

/** Something that a script shows inside the chat, and that the conversation waits for. */
export interface PageEmbed {
  /** Shown instead where scripts do not run. */
  readonly url: string
  readonly show: PageScript
  /** Its script calls `continueFlow(text)`. */
  readonly waitFor: PageScript
}

/** Outcome of the author's code. */
export type CodeOutcome =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string }

/** How an action failed. */
export interface Failing {
  /** Response of the service. */
  readonly details?: string
  /** Default: `failure`. */
  readonly on?: ExitKind
  /** One word for authors; default: `invalid`. */
  readonly cause?: string
  /** Neither the flow nor the service is at fault: logged as info, not as an error. */
  readonly isExpected?: true
}

/**
 * Interface of a running action. `E` and `N` are the effects of the engine and their outcomes, which are opaque to definitions: methods
 * with side effects are called with `yield*`.
 *
 * ```ts
 * import { post } from './calls.js'
 * import type { ActionContext } from './define.js'
 *
 * function* run<E, N>(variableId: string, context: ActionContext<E, N>): Generator<E, void, N> {
 *   const response = yield* context.call(post(['leads'], { json: { id: context.uuid() } }))
 *   if (response === undefined) return
 *   context.save(variableId, response.body)
 * }
 * ```
 */
export interface ActionContext<E, N> {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly channel: string
  /** A number in [0, 1); the same when a turn is repeated. */
  random(): number
  /** A version 4 UUID; the same when a turn is repeated. */
  uuid(): string
  /** The value of a variable. */
  value(variableId: string | undefined): string | readonly (string | null)[] | null | undefined
  /** Stores a value; a variable that is unset or unknown is ignored. */
  save(variableId: string | undefined, value: unknown): void
  /**
   * Marks the action as failed: logs an error for the author, and leaves the block by the exit for the failure. The log must not contain a
   * key, a message of a visitor, or an address with a query. If there are several failures, the first one counts.
   */
  fail(problem: string, why?: Failing): void
  /** True if the author has connected an exit of the block for this. */
  hasExit(on: ExitKind): boolean
  /** Logs an error for the author, with the same restrictions, although the action continues. */
  warn(problem: string): void
  /** Logs an info entry for the author, with the same restrictions. */
  note(remark: string): void
  /** The name of a variable; undefined when the bot has no variable with that id. */
  variableName(variableId: string): string | undefined
  /** The text of the model is streamed to the visitor, including text before tool calls. */
  readonly isStreamed: boolean
  /** Logs an info entry that only a preview shows. */
  noteInPreview(remark: string): void
  /** The last answer of the visitor; undefined before the first answer. */
  saidLast(): string | undefined
  readonly readAs: ReadAs
  /** The conversation so far, newest last. */
  saidSoFar(): Generator<E, readonly SaidEntry[], N>
  /** The passages of a knowledge base that match a question best, best first. Undefined after a failure, which has been logged by then. */
  searchKnowledge(request: KnowledgeRequest): Generator<E, readonly KnowledgePassage[] | undefined, N>
  /** Records for the author that a knowledge base could not answer a question. */
  noteUnanswered(baseId: string, question: string): void
  /** Calls a language model. Returns the answer, or why there is none. */
  askModel(call: ModelCall): Generator<E, ModelOutcome, N>
  /**
   * Runs the author's code with these values under their names; variables set with `setVariable` are stored unless it fails. Returns the
   * result as text, or what went wrong.
   */
  runCode(code: string, values: Readonly<Record<string, unknown>>): Generator<E, CodeOutcome, N>
  /**
   * Calls the service. Undefined after a failure, which has been logged by then, and if the call is made after the turn: with
   * `isGuaranteed`, the response is not used.
   */
  call(
    call: HttpCallOfService,
    how?: { readonly isGuaranteed?: boolean | undefined },
  ): Generator<E, { status: number; body: unknown } | undefined, N>
  /** Stores the response to a call, or a generated image, as a file of the conversation. Returns its address. */
  store(call: ServiceCall, file: NonNullable<ServiceRequest['file']>): Generator<E, string | undefined, N>
  /** Signs claims with the credentials; valid for the given number of seconds. */
  sign(claims: Readonly<Record<string, string | undefined>>, seconds: number): Generator<E, string | undefined, N>
  /** Looks up what is at an address given by the author or a visitor, from its headers. */
  look(url: string): Generator<E, FoundFile | undefined, N>
  /** Runs a script in the visitor's page; the conversation does not wait. */
  runInPage(script: PageScript): void
  /** Shows something in the chat and ends the turn; the reply is stored in the variable of the option `savesReplyIn`. */
  embed(embed: PageEmbed): void
}

/** Actions of one family do the same at different services: a block with one of them can be turned into a block with any other. */
export interface Family {
  readonly name: string
  /** The option that corresponds to system messages in `messages` of other actions. */
  readonly systemOption?: string
}

/** Action of a service. One without `run` is kept in existing flows, but not offered. */
export interface Action<F extends Fields = Fields> {
  readonly options: F
  /** Options that all actions of the service have. */
  readonly base?: Fields
  readonly lists?: Readonly<Record<string, RemoteList>>
  /** Asks a language model. */
  readonly asksModel?: true
  /** Exits that its block can have; actions made with `action` and `oneCall` can fail. */
  readonly exits?: readonly ExitKind[]
  /** Limitation in messaging apps. */
  readonly messaging?: { readonly kind: 'lost' | 'changed'; readonly text: string }
  /** The item of `responseMapping` whose text can be streamed. */
  readonly streams?: string
  /** A mapping without an item is not streamed. */
  readonly streamsNamedOnly?: true
  readonly family?: Family
  /** The option with the variable that stores the reply to an embedded page. */
  readonly savesReplyIn?: string
  run?<E, N>(options: OptionsOf<F>, context: ActionContext<E, N>): Generator<E, void, N>
}

/** A protocol of language models. `compatible` means chat completions as most providers implement them. */
export type ModelWire = 'openai' | 'compatible' | 'anthropic' | 'mistral' | 'dify'

export interface Integration<T extends string = string> {
  readonly type: T
  /** Name in the API reference, if it cannot be derived from the type. */
  readonly name?: string
  readonly label: string
  readonly icon: IntegrationIcon
  /** Replaces the icon if the service has a free logo. */
  readonly logo?: ServiceLogo
  /** Short description of what it does: half a sentence. */
  readonly description: string
  /** Search terms in addition to the name. */
  readonly keywords: string
  readonly credentials?: Credentials
  /** Protocol of its language models. */
  readonly models?: ModelWire
  /** A language model or voice processes what is sent, although no model protocol is used. */
  readonly isModel?: true
  /** Types of the services whose model names also work here: a block that is turned from one into this service keeps its model. */
  readonly knowsModelsOf?: 'all' | readonly string[]
  /** Supports `POST embeddings` like OpenAI, so that knowledge bases can use it for semantic search. */
  readonly embeds?: true
  readonly actions: Readonly<Record<string, Action>>
}

/**
 * Defines a block that calls a service, as plain data: credentials, actions with their forms, and how each action runs.
 *
 * ```ts
 * import { text } from '../fields/fields.js'
 * import { post } from './calls.js'
 * import { defineCredentials, defineIntegration, oneCall } from './define.js'
 *
 * export const crm = defineIntegration({
 *   type: 'crm',
 *   label: 'CRM',
 *   icon: 'sheet',
 *   description: 'Write leads',
 *   keywords: 'customer, lead',
 *   credentials: defineCredentials({
 *     fields: { token: { kind: 'secret', label: 'Token', isRequired: true } },
 *     address: 'https://api.example.com',
 *     auth: { kind: 'header', name: 'x-token', field: 'token' },
 *   }),
 *   actions: {
 *     'Create a lead': oneCall({
 *       options: { email: text({ label: 'Email address', isRequired: true }) },
 *       request: ({ email }) => post(['leads'], { json: { email } }),
 *     }),
 *   },
 * })
 * ```
 */
export const defineIntegration = <const T extends string, const D extends Integration<T>>(
  definition: D & { readonly type: T },
): D => definition

export const defineCredentials = <const C extends Credentials>(credentials: C): C => credentials

interface OneCall<O> {
  /** Builds the call; undefined when there is nothing to do. */
  request(
    options: O,
    context: Pick<ActionContext<never, never>, 'now' | 'uuid' | 'fail'>,
  ): HttpCallOfService | undefined
  /** Receives a 2xx response: its JSON, or its text if it is not JSON. Without it, the action only sends, and can be guaranteed. */
  result?(body: unknown, options: O, context: Pick<ActionContext<never, never>, 'save' | 'fail' | 'note'>): void
}

type Common<F extends Fields, B extends Fields> = Omit<Action<F>, 'run' | 'base'> & { readonly base?: B }

/** An action that makes one call: `request` builds it and `result` reads the response. */
export function oneCall<const F extends Fields, const B extends Fields = Record<never, never>>(
  it: Common<F, B> & OneCall<OptionsOf<F> & OptionsOf<B>>,
): Action {
  const { request, result, ...common } = it
  return action<F, B>({
    ...common,
    ...(!result && { options: { ...common.options, isGuaranteed: guaranteed } }),
    *run(options, context) {
      const call = request(options, context)
      const { isGuaranteed } = options as { isGuaranteed?: boolean }
      const answer = call && (yield* context.call(call, { isGuaranteed }))
      if (answer) result?.(answer.body, options, context)
    },
  } as Common<F, B> & Running<F, B>)
}

/** An action that only runs a script in the visitor's page. */
export function inPage<const F extends Fields, const B extends Fields = Record<never, never>>(
  it: Common<F, B> & {
    show(options: OptionsOf<F> & OptionsOf<B>, context: Pick<ActionContext<never, never>, 'runInPage' | 'embed'>): void
  },
): Action {
  const { show, ...common } = it
  return action<F, B>({
    exits: [],
    ...common,
    // biome-ignore lint/correctness/useYield: this action yields no effect
    *run(options, context) {
      show(options, context)
    },
  } as Common<F, B> & Running<F, B>)
}

interface Running<F extends Fields, B extends Fields> {
  run?<E, N>(options: OptionsOf<F> & OptionsOf<B>, context: ActionContext<E, N>): Generator<E, void, N>
}

/** An action that may make several calls, or none. */
export const action = <const F extends Fields, const B extends Fields = Record<never, never>>(
  it: Common<F, B> & Running<F, B>,
): Action => ({ ...(it.run && { exits: justFailure }), ...(it as Action) })

const justFailure: readonly ExitKind[] = ['failure']
