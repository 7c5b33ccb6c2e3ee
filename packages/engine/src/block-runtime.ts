import type { ClientAction, Input, Message, RichTextNode } from '@colloquy/chat'
import type { Block, BlockOf, BlockType, Condition, Group, Piece, TypedPiece } from '@colloquy/flow'
import type { ModelOutcome, ModelRequest } from '@colloquy/flow/integrations'
import type { CompiledFlow } from './compiled-flow.js'
import type { Effectful, TranscriptEntry } from './effect.js'
import type { WriteLog } from './log-causes.js'
import type { Channel, Messaging, Reply, Target, VariableValue } from './session.js'

/** Decision of a block when the walk reaches it. */
export type Outcome =
  /** Continue with the next block of the group. */
  | { kind: 'continue' }
  /** Say this and continue; `waits` ends the turn here until the client has replied. */
  | { kind: 'say'; message: Message; waits?: boolean }
  /** Ask the visitor; ends the turn. */
  | { kind: 'ask' }
  /** Have the client perform these actions; the turn ends here if one of them expects a dedicated reply. */
  | { kind: 'act'; actions: ClientAction[] }
  /** Stream a text to the client while `stream` generates it; ends the turn. */
  | ({ kind: 'stream' } & StreamTarget)
  /** Let a person, of a team, speak; ends the turn. `note` is what the person reads first. */
  | { kind: 'hand over'; note?: string; teamId?: string }
  /** Leave the group by this edge; without an edge the branch ends. `itemId`: the item that applies, if that is why. */
  | { kind: 'leave'; edgeId: string | undefined; itemId?: string }
  /** Go to a target without an edge to it. */
  | { kind: 'jump'; target: Target }
  /** Run another bot on top of this one. */
  | {
      kind: 'link'
      compiledFlow: CompiledFlow
      target: Target
      mergesIntoParent: boolean
      /** Target at which this bot continues when the other one has ended; by default, the block that follows. */
      resumesAt?: Target
    }

/** Destination of a streamed text: these variables, and a bubble that it replaces. */
export interface StreamTarget {
  variableIds: string[]
  bubbleId: string
}

/** Result of a streamed text. */
export interface Streamed {
  /** The text that was streamed; if it was taken back, the text that replaces it. */
  text: string
  /** False if it failed or was cut off. */
  isComplete: boolean
  /** The client has shown a different text. */
  isTakenBack?: true
  /** True if another attempt would return no text either: the flow continues. */
  isSettled?: true
  /** Edge by which the flow continues instead of with the next block. */
  exitEdgeId?: string
}

/** Outcome of a reply to an input. */
export type ParsedReply =
  | {
      kind: 'accepted'
      /** The value that is stored, assigned to variables and compared with the reply. */
      content: string
      /** The values of the chosen items, if several can be chosen. */
      items?: readonly string[]
      /** Edge of the chosen item, if it has one. */
      edgeId?: string
      /** Further variables that the reply sets (cards). */
      variables?: VariableUpdate[]
    }
  | { kind: 'rejected' }
  /** Nothing was answered, and no answer was required. */
  | { kind: 'skipped' }

export interface VariableUpdate {
  id: string
  /** Any value; it is stored as text or as a list of texts. */
  value: unknown
}

/** Result of running another block. */
export type BlockRun =
  /** `updates` are the variables that it wrote, with their current values. */
  | { ok: true; updates: { name: string; value: VariableValue | undefined }[] }
  /** A sentence that contains no secret. */
  | { ok: false; problem: string }

/** The interface of a block to the turn. Everything is synchronous: a block requests I/O by yielding an effect. */
export interface BlockContext {
  readonly compiledFlow: CompiledFlow
  readonly group: Group
  /** Time at which the turn arrived, in milliseconds since 1970. */
  readonly now: number
  readonly mode: 'live' | 'preview'
  /** True in a preview by somebody who may not change the bot: nothing may leave the service. */
  readonly isDryRun: boolean
  readonly channel: Channel
  /** The contact in a messaging app; absent on other channels. */
  readonly messaging: Messaging | undefined
  readonly isStreamEnabled: boolean
  readonly resultId: string | undefined
  /** Address of this bot's results; absent if unknown. */
  readonly resultsUrl?: string
  readonly textFormat: 'richText' | 'markdown'
  /** A number in [0, 1), from the turn's seed. */
  random(): number
  /** An id of 24 lower-case letters and digits, unique in the session. */
  newId(): string
  log: WriteLog

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
  /**
   * Replaces what the bot masks with tokens. Undefined if private values could not be replaced, so that the text must not leave the
   * service.
   */
  masked(text: string): string | undefined

  /** Records a question that a knowledge base could not answer, for authors to add. */
  noteUnanswered(baseId: string, question: string): void

  /**
   * Runs another block of the bot that calls a service, for its effect on variables. Fails if that block shows or asks something, or leads
   * elsewhere.
   */
  runBlock(blockId: string): Effectful<BlockRun>
  /** Takes the reply that the turn brought to this block, once: an input with `enter` is entered with it. */
  takeReply(): string | undefined
  /** Returns the text that the block stored in an earlier turn. */
  recall(): string | undefined
  /** Stores a text for the next turn, or removes it. False, with a log entry, if the conversation exceeds its limit. */
  remember(text: string | undefined): boolean
  /** Says something before the outcome of the block. */
  say(message: Message): void

  /** From now on this variable belongs to the session alone: it is no longer written to results. */
  keepOutOfResults(variableId: string): void
  /** Entries of what people have said in place of the bot, the last ones, and how many there were. */
  readonly people: { count: number; entries: readonly string[] }
  /** Messages of this turn so far. */
  saidNow(): TranscriptEntry[]

  /** Reads the Markdown of a value within the budget of the turn. The result must not be modified. */
  readMarkdown(text: string): RichTextNode[]
  /** Expands the placeholders of a text. '' for undefined. */
  expand(text: string | undefined): string
  /** The author's text and the values of its placeholders in order, for an encoder of the text's position. */
  pieces(text: string | undefined): Piece[]
  /** Like `pieces`, with lists as lists and unset variables as null. */
  typedPieces(text: string | undefined): TypedPiece[]
  /** A copy in which every text of an object, at any depth, is expanded, and addresses as such; texts directly in arrays stay. */
  expandDeep<T>(value: T): T
  /** Code with values in its texts and identifiers for other placeholders, and the values of the variables it mentions. */
  script(code: string): {
    content: string
    args: { id: string; value: string | number | boolean | (string | null)[] | null | undefined }[]
  }
  /** The variable named by a text that is exactly one placeholder, else undefined. */
  singleVariable(text: string | undefined): { id: string; name: string; value: VariableValue | undefined } | undefined
  isMet(condition: Condition | undefined): Effectful<boolean>
  /** True if the turn has computed for so long that a block with much left to do requests a pause. */
  readonly isPauseDue: boolean

  /** The next block in this group, or else the first one behind the block's own edge. */
  nextBlock(block: Block): { group: Group; block: Block } | undefined
  /** Remembers the target of a Return block. */
  markReturn(blockId: string): void
  /** Takes the target of a Return block; undefined when none is marked. */
  takeReturnMark(): string | undefined
}

/** Outcome of a result sent by the client. */
export type Resumed = undefined | { invalid: string }

/**
 * How the answers to an input are summarized. `content` is what an answer holds when this choice was made, `label` the text that visitors
 * see. `scale`: the whole numbers that can be chosen.
 */
export type AnswerKind =
  | { kind: 'choices'; choices: { content: string; label: string }[]; isMultiple: boolean }
  | { kind: 'numbers'; scale?: { from: number; to: number } }
  | { kind: 'texts' }

/**
 * Behavior of blocks of one type, given blocks `B`. Bubbles, logic and integrations have `enter`; inputs have `input` and `parse`. An input
 * that also has `enter` decides there whether to ask: it is entered again with each reply that it has accepted.
 */
interface Behaviour<B> {
  readonly kind: 'bubble' | 'input' | 'logic' | 'integration'
  /** Runs when the walk reaches the block. Absent for most inputs, which ask. */
  enter?(block: B, context: BlockContext): Outcome | Effectful<Outcome>
  /** Generates the text that the outcome `stream` announced, and stores it when it is complete. */
  stream?(block: B, context: BlockContext): Effectful<Streamed>
  /** The input as the client shows it: variables expanded, items filtered. */
  input?(block: B, context: BlockContext): Input | Effectful<Input>
  /** Checks and formats a reply to an input. An absent reply is undefined. */
  parse?(block: B, reply: Reply | undefined, context: BlockContext): ParsedReply | Effectful<ParsedReply>
  /** Text shown after an invalid reply, if the block defines one. */
  retryText?(block: B, context: BlockContext): string | undefined
  /** Text shown if neither the block nor the bot's settings define one. */
  readonly invalidReplyText?: string
  /** Name of the input in reply events ("text", "buttons", …). */
  readonly inputName?: string
  /** How answers to an input are summarized; as texts if absent. */
  answerKind?(block: B): AnswerKind
  /** The place of an answer to this input in an order, such as its point in time; undefined for texts that are none of its answers. */
  measure?(block: B, answer: string, context: Pick<BlockContext, 'expand' | 'now'>): number | undefined
  /** Handles a client's result for a block that waited for it. Never throws: a bad result is 'invalid'. */
  resume?(block: B, text: string, context: BlockContext): Resumed | Effectful<Resumed>
  /** Ids of the edges by which the block can be left, its own edge last. Used by progress and transcripts. */
  exits(block: B): string[]
}

/** The runtime of one type of block. */
export interface BlockRuntime<T extends BlockType> extends Behaviour<BlockOf<T>> {
  readonly type: T
}

/** The runtime of any type of block. It only ever receives blocks of that type, because it is looked up by the type. */
export interface AnyRuntime extends Behaviour<Block> {
  readonly type: BlockType
}

export type BlockRegistry = ReadonlyMap<string, AnyRuntime>
