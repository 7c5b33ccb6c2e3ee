import type { ClientAction, Input, Log, Message } from '@colloquy/chat'
import type { Block, BlockOf, BlockType, Condition, Group } from '@colloquy/flow'
import type { ModelOutcome, ModelRequest } from '@colloquy/flow/integrations'
import type { Effectful, TranscriptEntry } from './effect.js'
import type { Program } from './program.js'
import type { Channel, Messaging, Reply, Target, VariableValue } from './session.js'

/** Decision of a block when the walk reaches it. */
export type Outcome =
  /** Continue with the next block of the group. */
  | { kind: 'continue' }
  /** Say this and continue; `waits` ends the turn here until the client has replied. */
  | { kind: 'say'; message: Message; waits?: boolean }
  /** Ask the visitor; ends the turn. */
  | { kind: 'ask' }
  /** Have the client do this; the turn ends here when one expects a dedicated reply. */
  | { kind: 'act'; actions: ClientAction[] }
  /** Have the client follow a text while `stream` generates it; ends the turn. */
  | ({ kind: 'stream' } & StreamPlace)
  /** Leave the group by this edge; without an edge the branch ends. */
  | { kind: 'leave'; edgeId: string | undefined }
  /** Go to a place without an edge to it. */
  | { kind: 'jump'; target: Target }
  /** Run another bot on top of this one. */
  | {
      kind: 'link'
      program: Program
      target: Target
      mergesIntoParent: boolean
      /** Where this bot goes on when that one has run out; what follows the block unless given. */
      resumesAt?: Target
    }

/** Where a streamed text goes: into these variables, and in place of a bubble. */
export interface StreamPlace {
  variableIds: string[]
  bubbleId: string
}

/** What came of a text that was streamed. */
export interface Streamed {
  /** What was streamed, unless it was taken back. */
  text: string
  /** False when it failed or broke off. */
  isComplete: boolean
  /** The client has shown another text than this one. */
  isTakenBack?: true
  /** The edge by which the flow goes on in place of what follows the block. */
  exitEdgeId?: string
}

/** Outcome of a reply to an input. */
export type ParsedReply =
  | {
      kind: 'accepted'
      /** The value that is stored, assigned to variables and compared with the reply. */
      content: string
      /** Edge of the chosen item, if it has one. */
      edgeId?: string
      /** Further variables that the reply fills (cards). */
      variables?: VariableUpdate[]
    }
  | { kind: 'rejected' }
  /** Nothing was answered, and nothing had to be. */
  | { kind: 'skipped' }

export interface VariableUpdate {
  id: string
  /** Anything; it is stored as text or a list of texts. */
  value: unknown
}

/** What came of a block that another one ran. */
export type BlockRun =
  /** `updates` are the variables that it wrote, with the values that they have now. */
  | { ok: true; updates: { name: string; value: VariableValue | undefined }[] }
  /** A sentence without any secret. */
  | { ok: false; problem: string }

/** The interface of a block to the turn. Everything is synchronous: a block requests I/O by yielding an effect. */
export interface BlockContext {
  readonly program: Program
  readonly group: Group
  /** Milliseconds since 1970 at which the turn came in. */
  readonly now: number
  readonly mode: 'live' | 'preview'
  /** A preview for somebody who may not change the bot: nothing may leave the service. */
  readonly isDryRun: boolean
  readonly channel: Channel
  /** The contact in a messaging app; absent on other channels. */
  readonly messaging: Messaging | undefined
  readonly isStreamEnabled: boolean
  readonly resultId: string | undefined
  /** Address of this bot's results; absent if unknown. */
  readonly resultsUrl?: string
  readonly textFormat: 'richText' | 'markdown'
  /** In [0, 1), from the turn's seed. */
  random(): number
  /** 24 lower-case letters and digits, unique in the session. */
  newId(): string
  log(log: Log): void

  /** Answers so far, each under the variable or the group of its input. */
  readonly answers: readonly { key: string; value: string }[]
  /** The current value, or the variable's default; undefined when it is unset or unknown. */
  value(variableId: string | undefined): VariableValue | undefined
  valueByName(name: string): VariableValue | undefined
  variableName(variableId: string | undefined): string | undefined
  /** Stores values as text. Unknown ids are ignored. */
  assign(updates: VariableUpdate[]): void

  /** Asks a language model within the ceilings of the session. */
  askModel(request: ModelRequest): Effectful<ModelOutcome>
  /** A text with tokens in place of what the bot masks; undefined where private values could not be replaced, so that it may not leave. */
  masked(text: string): string | undefined

  /** A knowledge base had no answer to a question, which authors may want to add. */
  noteUnanswered(baseId: string, question: string): void

  /**
   * Runs another block of the bot, one that calls a service, for what it does with variables. One that shows or asks something, or leads
   * away, has failed.
   */
  runBlock(blockId: string): Effectful<BlockRun>
  /** The reply that the turn has brought to this block, once: an input with `enter` is entered with it. */
  takeReply(): string | undefined
  /** What the block has kept in an earlier turn. */
  recall(): string | undefined
  /** Keeps a text for the next turn, or nothing. False if the conversation has no room for it, which is in the log then. */
  remember(text: string | undefined): boolean
  /** Says something before the outcome of the block. */
  say(message: Message): void

  /** From now on this variable belongs to the session alone: it is no longer written into results. */
  keepOutOfResults(variableId: string): void
  /** Messages of this turn so far. */
  saidNow(): TranscriptEntry[]

  /** Text with its placeholders filled in. '' for undefined. */
  expand(text: string | undefined): string
  /** The same, with what each placeholder stands for put through `encode`. */
  expandEncoded(text: string | undefined, encode: (value: string) => string): string
  /** A copy in which every text of an object, however deep, is expanded; texts directly in arrays stay. */
  expandDeep<T>(value: T): T
  /** Code with its placeholders turned into identifiers, and the values of the variables it mentions. */
  script(code: string): {
    content: string
    args: { id: string; value: string | number | boolean | (string | null)[] | null | undefined }[]
  }
  /** The variable named by a text that is exactly one placeholder, else undefined. */
  singleVariable(text: string | undefined): { id: string; name: string; value: VariableValue | undefined } | undefined
  isMet(condition: Condition | undefined): boolean

  /** The block that follows in this group, else the first one behind the block's own edge. */
  nextBlock(block: Block): { group: Group; block: Block } | undefined
  /** Remembers where a Return block goes. */
  markReturn(blockId: string): void
  /** Takes the place a Return block goes to; undefined when none is marked. */
  takeReturnMark(): string | undefined
}

/** Outcome of a client's result. */
export type Resumed = undefined | { invalid: string }

/**
 * How the answers to an input are summed up. `content` is what an answer holds when this choice was made, `label` what visitors see.
 * `scale`: the whole numbers that can be chosen.
 */
export type AnswerKind =
  | { kind: 'choices'; choices: { content: string; label: string }[]; isMultiple: boolean }
  | { kind: 'numbers'; scale?: { from: number; to: number } }
  | { kind: 'texts' }

/**
 * What blocks of a type do, given blocks `B`. Bubbles, logic and integrations have `enter`; inputs have `input` and `parse`. An input that
 * has `enter`, too, decides there whether to ask: it is entered once more with each reply that it has accepted.
 */
interface Behaviour<B> {
  readonly kind: 'bubble' | 'input' | 'logic' | 'integration'
  /** The walk has come to this block. Absent for most inputs, which ask. */
  enter?(block: B, context: BlockContext): Outcome | Effectful<Outcome>
  /** Generates the text that the outcome `stream` announced, and stores it when it is complete. */
  stream?(block: B, context: BlockContext): Effectful<Streamed>
  /** An input as the client is to show it: variables filled in, items filtered. */
  input?(block: B, context: BlockContext): Input | Effectful<Input>
  /** Checks and formats a reply to an input. A reply that is absent is undefined. */
  parse?(block: B, reply: Reply | undefined, context: BlockContext): ParsedReply
  /** Text shown when a reply was rejected, if the block defines one. */
  retryText?(block: B, context: BlockContext): string | undefined
  /** Text shown when neither the block nor the settings of the bot have one. */
  readonly invalidReplyText?: string
  /** How the input is named in reply events ("text", "buttons", …). */
  readonly inputName?: string
  /** How answers to an input are summed up; as texts if absent. */
  answerKind?(block: B): AnswerKind
  /** A client's result for a block that waited for it. Throws nothing: a bad result is 'invalid'. */
  resume?(block: B, text: string, context: BlockContext): Resumed | Effectful<Resumed>
  /** Ids of the edges by which the block can be left, its own one last. Used by progress and transcripts. */
  exits(block: B): string[]
}

/** The runtime of one type of block. */
export interface BlockRuntime<T extends BlockType> extends Behaviour<BlockOf<T>> {
  readonly type: T
}

/** The runtime of some type of block. It is only ever given blocks of that type, by which it is looked up. */
export interface AnyRuntime extends Behaviour<Block> {
  readonly type: BlockType
}

export type BlockRegistry = ReadonlyMap<string, AnyRuntime>
