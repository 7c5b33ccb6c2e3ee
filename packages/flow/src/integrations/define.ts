import type { ServiceLogo } from '../blocks/define.js'
import type { ExitKind } from '../blocks/exits.js'
import type { FoundFile, HttpCallOfService, ServiceCall, ServiceRequest } from './calls.js'
import type { Fields, OptionsOf } from './fields.js'
import { guaranteed } from './guaranteed.js'
import type { KnowledgePassage, KnowledgeRequest } from './knowledge/knowledge-request.js'
import type { SaidEntry } from './models/conversation.js'
import type { ReadAs } from './models/extraction.js'
import type { ModelCall, ModelOutcome } from './models/model-call.js'
import type { OAuth } from './oauth.js'

/** Names of icons; the builder has a picture for each. */
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

/** How a call shows who makes it. The server adds it after the engine; see `server/src/integrations/authenticate.ts`. */
export type Auth =
  /** `field` of the credentials goes into a header, behind `prefix`, and alone into the header `alsoAs`. */
  | {
      readonly kind: 'header'
      readonly name: string
      readonly prefix?: string
      readonly field: string
      readonly alsoAs?: string
    }
  /** `field` of the credentials goes into the JSON body under `name`. */
  | { readonly kind: 'json'; readonly name: string; readonly field: string }
  /** Nothing is sent: tokens are signed here (HS256) with these fields. */
  | { readonly kind: 'signature'; readonly keyId: string; readonly secret: string }
  | OAuth

export interface Credentials {
  /** The type of the credentials, where it is not that of the block. */
  readonly type?: string
  readonly fields: Readonly<Record<string, CredentialsField>>
  /** Base address of the service. */
  readonly address: string
  /** The field with another base address. */
  readonly addressField?: string
  /** The environment variable by which an operator sets another base address. */
  readonly addressSetting?: string
  readonly auth: Auth
  /** Blocks work without credentials, with less. */
  readonly isOptional?: true
  /** Requests that only a valid key gets a 2xx answer to, and that change and cost nothing: those whose key is given are made. */
  readonly test?: readonly HttpCallOfService[]
}

/** One suggestion for a `list` field. */
export interface ListItem {
  readonly label: string
  readonly value: string
}

/** What a service answered for a list. A `problem` tells the author what is missing from it. */
export interface ListReading {
  readonly items: ListItem[]
  readonly problem?: string
}

/** Suggestions that the service answers. */
export interface RemoteList {
  /** The options that `call` reads: the list is asked for again when one of them changes. */
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

/** Something a script shows inside the chat, which the conversation waits for. */
export interface PageEmbed {
  /** Shown in its place where no script runs. */
  readonly url: string
  readonly show: PageScript
  /** Its script calls `continueFlow(text)`. */
  readonly waitFor: PageScript
}

/** What came of the author's code. */
export type CodeOutcome =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string }

/** How an action failed. */
export interface Failing {
  /** What the service answered. */
  readonly details?: string
  /** Default: `failure`. */
  readonly on?: ExitKind
  /** One word for authors; default: `invalid`. */
  readonly cause?: string
  /** It is no fault of the flow or the service: the log is a remark. */
  readonly isExpected?: true
}

/**
 * What a running action may read and do. `E` and `N` are the effects of the engine and their outcomes, which definitions do not see:
 * methods that reach out are called with `yield*`.
 */
export interface ActionContext<E, N> {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly channel: string
  /** In [0, 1); the same when a turn is repeated. */
  random(): number
  /** A version 4 UUID; the same when a turn is repeated. */
  uuid(): string
  /** The value of a variable. */
  value(variableId: string | undefined): string | readonly (string | null)[] | null | undefined
  /** Stores a value; a variable that is unset or unknown is ignored. */
  save(variableId: string | undefined, value: unknown): void
  /**
   * The action has failed: leaves an error in the author's log, and the block by the way out for it. The log must hold no key, no message of
   * a visitor, and no address with a query. Of several failures the first decides.
   */
  fail(problem: string, why?: Failing): void
  /** Whether the author has connected a way out of the block for this. */
  hasExit(on: ExitKind): boolean
  /** Leaves an error in the author's log, under the same rule, though the action goes on. */
  warn(problem: string): void
  /** Leaves a remark in the author's log, under the same rule. */
  note(remark: string): void
  /** The name of a variable; undefined when the bot has none of that id. */
  variableName(variableId: string): string | undefined
  /** The visitor reads the text of the model while it is generated, also what it says before it calls tools. */
  readonly isStreamed: boolean
  /** Leaves a remark in the log of a preview. */
  noteInPreview(remark: string): void
  /** What the visitor answered last; undefined before the first answer. */
  saidLast(): string | undefined
  readonly readAs: ReadAs
  /** What was said in the conversation so far, newest last. */
  saidSoFar(): Generator<E, readonly SaidEntry[], N>
  /** The passages of a knowledge base that fit a question best, best first. Undefined when that failed, which is in the log by then. */
  searchKnowledge(request: KnowledgeRequest): Generator<E, readonly KnowledgePassage[] | undefined, N>
  /** Notes for the author that a knowledge base had no answer to a question. */
  noteUnanswered(baseId: string, question: string): void
  /** Calls a language model. The answer, or why there is none. */
  askModel(call: ModelCall): Generator<E, ModelOutcome, N>
  /**
   * Runs the author's code with these values under their names; what it sets with `setVariable` is stored unless it fails. Returns what it
   * returned as text, or what went wrong.
   */
  runCode(code: string, values: Readonly<Record<string, unknown>>): Generator<E, CodeOutcome, N>
  /**
   * Calls the service. Undefined when that failed, which is in the log by then, and where the call is made after the turn: nothing of the
   * answer to one with `isGuaranteed` is used.
   */
  call(
    call: HttpCallOfService,
    how?: { readonly isGuaranteed?: boolean | undefined },
  ): Generator<E, { status: number; body: unknown } | undefined, N>
  /** Has the answer to a call, or something drawn, stored as a file of the conversation. Returns its address. */
  store(call: ServiceCall, file: NonNullable<ServiceRequest['file']>): Generator<E, string | undefined, N>
  /** Signs claims with the credentials; valid for some seconds. */
  sign(claims: Readonly<Record<string, string | undefined>>, seconds: number): Generator<E, string | undefined, N>
  /** What is at an address that the author or a visitor gave, by its headers. */
  look(url: string): Generator<E, FoundFile | undefined, N>
  /** Runs a script in the visitor's page; the conversation does not wait. */
  runInPage(script: PageScript): void
  /** Shows something in the chat and ends the turn; the reply goes into the variable of the option `savesReplyIn`. */
  embed(embed: PageEmbed): void
}

/** Actions of one family do the same at different services: a block with one of them turns into a block with any other. */
export interface Family {
  readonly name: string
  /** The option that holds what other actions have as system messages in `messages`. */
  readonly systemOption?: string
}

/** What a block may do with a service. An action without `run` is kept in flows, and offered to nobody. */
export interface Action<F extends Fields = Fields> {
  readonly options: F
  /** Options that all actions of the service have. */
  readonly base?: Fields
  readonly lists?: Readonly<Record<string, RemoteList>>
  /** It asks a language model. */
  readonly asksModel?: true
  /** Ways out that its block can have; those that `action` and `oneCall` make can fail. */
  readonly exits?: readonly ExitKind[]
  /** What is different in messaging apps. */
  readonly messaging?: { readonly kind: 'lost' | 'changed'; readonly text: string }
  /** The item of `responseMapping` whose text can be shown while a model generates it. */
  readonly streams?: string
  readonly family?: Family
  /** The option with the variable that takes the reply to what was embedded. */
  readonly savesReplyIn?: string
  run?<E, N>(options: OptionsOf<F>, context: ActionContext<E, N>): Generator<E, void, N>
}

/** A protocol of language models. `compatible` is chat completions as most providers understand them. */
export type ModelWire = 'openai' | 'compatible' | 'anthropic' | 'mistral' | 'dify'

export interface Integration<T extends string = string> {
  readonly type: T
  /** Name in the description of the API, where the type makes none. */
  readonly name?: string
  readonly label: string
  readonly icon: IntegrationIcon
  /** In place of the icon, where the service has a free logo. */
  readonly logo?: ServiceLogo
  /** What it does, in half a sentence. */
  readonly description: string
  /** Other words that people search for it by. */
  readonly keywords: string
  readonly credentials?: Credentials
  /** How its language models are spoken to. */
  readonly models?: ModelWire
  /** A language model or a voice is behind it, though it is not spoken to as one. */
  readonly isModel?: true
  /** Types of the services whose models may have the same names here: a block that turns from one into this service keeps its model. */
  readonly knowsModelsOf?: 'all' | readonly string[]
  /** It answers `POST embeddings` as OpenAI has it: knowledge bases may find passages by their meaning with it. */
  readonly embeds?: true
  readonly actions: Readonly<Record<string, Action>>
}

export const defineIntegration = <const T extends string, const D extends Integration<T>>(
  definition: D & { readonly type: T },
): D => definition

export const defineCredentials = <const C extends Credentials>(credentials: C): C => credentials

interface OneCall<O> {
  /** The call; undefined when there is nothing to do. */
  request(
    options: O,
    context: Pick<ActionContext<never, never>, 'now' | 'uuid' | 'fail'>,
  ): HttpCallOfService | undefined
  /** Told of a 2xx answer: its JSON, or its text where it is none. Without it, the action only sends, and can be guaranteed. */
  result?(body: unknown, options: O, context: Pick<ActionContext<never, never>, 'save' | 'fail' | 'note'>): void
}

type Common<F extends Fields, B extends Fields> = Omit<Action<F>, 'run' | 'base'> & { readonly base?: B }

/** An action that makes one call: `request` builds it and `result` reads the answer. */
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

/** An action that only hands a script to the visitor's page. */
export function inPage<const F extends Fields, const B extends Fields = Record<never, never>>(
  it: Common<F, B> & {
    show(options: OptionsOf<F> & OptionsOf<B>, context: Pick<ActionContext<never, never>, 'runInPage' | 'embed'>): void
  },
): Action {
  const { show, ...common } = it
  return action<F, B>({
    exits: [],
    ...common,
    // biome-ignore lint/correctness/useYield: nothing outside is asked for
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
