import type { AbsenceKind, AttributeValue } from '@colloquy/flow'
import type {
  KnowledgeOutcome,
  KnowledgeRequest,
  McpOutcome,
  McpRequest,
  ModelOutcome,
  ModelRequest,
  ServiceOutcome,
  ServiceRequest,
} from '@colloquy/flow/integrations'
import type { CompiledFlow } from './compiled-flow.js'

/** Request and outcome of each kind of I/O. */
export interface Effects {
  /** The bot that a link leads to: its release (live) or draft (preview), in the session's workspace only. */
  program: { asks: { botId: string }; brings: { compiledFlow: CompiledFlow | undefined } }
  /** Author-written code. */
  script: { asks: ScriptCall; brings: ScriptOutcome }
  /** A pattern written by the author, matched against texts. */
  pattern: { asks: PatternCall; brings: PatternOutcome }
  /** A request to an address that the author chose. */
  http: { asks: { request: HttpCall; guarantee?: Guarantee }; brings: HttpOutcome }
  /** A call to the service of an integration. Secrets are added where it is performed, and are never returned. */
  request: { asks: { request: ServiceRequest; guarantee?: Guarantee }; brings: ServiceOutcome }
  /** One call to a language model, with the same rule for secrets. The block runs the tools that the model calls. */
  model: { asks: { request: ModelRequest }; brings: { outcome: ModelOutcome } }
  /** A search in a knowledge base of the session's workspace. */
  knowledge: { asks: { request: KnowledgeRequest }; brings: KnowledgeOutcome }
  /** A call to a tool server. */
  mcp: { asks: { request: McpRequest }; brings: { outcome: McpOutcome } }
  /** An email; `default` credentials mean the SMTP account of the instance. */
  mail: { asks: { credentialsId: string; draft: EmailDraft; guarantee?: Guarantee }; brings: MailOutcome }
  /** Opens a payment with its provider, for the visitor to complete. */
  payment: { asks: { payment: PaymentCall }; brings: PaymentOutcome }
  /** A person, of a team, who speaks in place of the bot. `unless`: reasons for which nobody is asked, if they apply. */
  person: { asks: { unless?: AbsenceKind[]; teamId?: string }; brings: PersonOutcome }
  /** The conversation before this turn. */
  transcript: { asks: object; brings: { entries: TranscriptEntry[]; hasEarlier?: boolean } }
  /** These attributes of the session's contact; null for those that it does not have. Requested by flows that have variables for them. */
  contact: { asks: { attributes: string[] }; brings: { values: ContactValues } }
  /** Time for other work of the process. Requested only where the driver says that a pause is due. */
  pause: { asks: object; brings: object }
}

/** Attributes of a contact by key; null where it has none. */
export type ContactValues = Readonly<Record<string, AttributeValue | null>>

/** I/O that a block requests, as data. The driver performs it through a port and returns the outcome. */
export type Effect = { [K in keyof Effects]: { kind: K } & Effects[K]['asks'] }[keyof Effects]
export type EffectOutcome = { [K in keyof Effects]: { kind: K } & Effects[K]['brings'] }[keyof Effects]

/** A computation with I/O: it yields effects and resumes with their outcomes. */
export type Effectful<T> = Generator<Effect, T, EffectOutcome>

type Asking<K extends keyof Effects> = { kind: K } & Effects[K]['asks']
type Bringing<K extends keyof Effects> = { kind: K } & Effects[K]['brings']

/** Yields one effect and returns its outcome. */
export function* perform<K extends keyof Effects>(effect: Asking<K>): Effectful<Bringing<K>> {
  const outcome = yield effect as Effect
  if (!isOutcomeOf(effect, outcome)) throw new Error(`A ${effect.kind} was asked for, and a ${outcome.kind} came back.`)
  return outcome
}

/** Lets other work run before the turn continues. */
export function* pause(): Effectful<void> {
  yield* perform({ kind: 'pause' })
}

const isOutcomeOf = <K extends keyof Effects>(
  effect: Asking<K>,
  outcome: { kind: keyof Effects },
): outcome is Bringing<K> => outcome.kind === effect.kind

/**
 * The answer to asking for a person. `not asked`: the conversation has no visitor. `absent`: nobody was, for this reason. `opensAt` is when people are
 * back, in milliseconds since 1970, for the business hours in which they are there. `teamId`: the team that was asked, if the workspace has it.
 */
export interface PersonOutcome {
  answer: 'asked' | 'not asked' | 'absent'
  reason?: AbsenceKind
  opensAt?: number
  timeZone?: string
  teamId?: string
}

/** The effect is stored with its turn and performed afterwards, with as many retries as it takes. Identifies what requested it. */
export interface Guarantee {
  blockId: string
  blockType: string
}

export interface ScriptCall {
  /** Body of a function; variables are referenced by their ids, which are identifiers. */
  code: string
  /** Values of the globals by identifier: JSON, or undefined. */
  args: Record<string, unknown>
  /** 'value': only the language itself. 'full': asynchronous, with `setVariable(name, value)` and `fetch(input, init)`. */
  mode: 'value' | 'full'
}

export type ScriptOutcome =
  | {
      ok: true
      /** JSON; absent when the script returned nothing. */
      value?: unknown
      /** Arguments of `setVariable`, the last call per name. */
      assigned: { name: string; value?: unknown }[]
    }
  | {
      ok: false
      /** `syntax`: the text is not JavaScript. */
      reason: 'syntax' | 'threw' | 'time' | 'memory' | 'too-large' | 'paused' | 'busy'
      /** "Name: message" of the thrown error, else a sentence. Scripts may read it, so it contains no address that flows may not call. */
      message: string
      /** Why requests of the script failed, including addresses: for private logs only. */
      details?: string
    }

export interface PatternCall {
  pattern: string
  flags: string
  texts: string[]
}

export type PatternOutcome =
  | { ok: true; matches: boolean[] }
  | { ok: false; reason: 'invalid' | 'time' | 'paused' | 'busy'; message: string }

export interface HttpCall {
  url: string
  method: string
  headers: [name: string, value: string][]
  body?: string
  /** Timeout of the whole call including redirects. */
  timeoutSeconds: number
  proxyCredentialsId?: string
}

export type HttpOutcome =
  | { answer: 'response'; status: number; text: string }
  | { answer: 'refused' | 'failed'; reason: string }
  | { answer: 'timeout'; seconds: number }
  /** The call has guaranteed delivery and is made after the turn. */
  | { answer: 'queued' }

/** An email as its block requests it. The sender's address comes from the account that sends it. */
export interface EmailDraft {
  /** Shown before the sender's address instead of the account's own name. */
  fromName?: string
  to: string[]
  cc: string[]
  bcc: string[]
  replyTo?: string
  subject: string
  text?: string
  html?: string
  /** Files of this chat, by their addresses. The sender must reject all others. */
  attachmentUrls: string[]
}

/** `reason` is for the author. */
export interface MailOutcome {
  failure?: { reason: string }
  /** The email has guaranteed delivery and is sent after the turn. */
  isQueued?: true
  /** Addresses that the server rejected although it accepted others. */
  rejected?: string[]
}

export interface PaymentCall {
  provider: 'Stripe'
  credentialsId: string
  /** In the smallest unit of the currency. */
  amount: number
  /** Three lower-case letters. */
  currency: string
  description?: string
  receiptEmail?: string
}

export type PaymentOutcome =
  | { result: 'opened'; clientSecret: string; publicKey: string }
  | { result: 'failed'; reason: string }

export type TranscriptEntry = { role: 'bot' | 'user' } & (
  | { type: 'text'; text: string }
  | { type: 'image'; image: string }
  | { type: 'video'; video: string }
  | { type: 'audio'; audio: string }
)
