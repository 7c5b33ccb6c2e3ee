import type { ClientAction, Input, Log, Message } from '@colloquy/chat'
import type { Block, BlockOf, BlockType, Condition, Group } from '@colloquy/flow'
import type { Effectful, TranscriptEntry } from './effect.js'
import type { Program } from './program.js'
import type { Channel, Messaging, Reply, Target, VariableValue } from './session.js'

/** What a block decided when the walk came to it. */
export type Outcome =
  /** Go on with the next block of the group. */
  | { kind: 'continue' }
  /** Say this and go on; `waits` ends the turn here until the client has replied. */
  | { kind: 'say'; message: Message; waits?: boolean }
  /** Ask the visitor; ends the turn. */
  | { kind: 'ask' }
  /** Have the client do this; the turn ends here when one expects a dedicated reply. */
  | { kind: 'act'; actions: ClientAction[] }
  /** Leave the group by this edge; without an edge the branch ends. */
  | { kind: 'leave'; edgeId: string | undefined }
  /** Go somewhere that no drawn edge leads to. */
  | { kind: 'jump'; target: Target }
  /** Run another bot on top of this one. */
  | { kind: 'link'; program: Program; target: Target; mergesIntoParent: boolean }

/** What became of a reply to an input. */
export type ParsedReply =
  | {
      kind: 'accepted'
      /** What is stored, put into variables and compared with what was sent. */
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

/** What a block may read and do. Everything is synchronous: I/O is asked for by yielding an effect. */
export interface BlockContext {
  readonly program: Program
  readonly group: Group
  /** Milliseconds since 1970 at which the turn came in. */
  readonly now: number
  readonly mode: 'live' | 'preview'
  readonly channel: Channel
  /** Who writes from a messaging app; absent on other channels. */
  readonly messaging: Messaging | undefined
  readonly isStreamEnabled: boolean
  readonly resultId: string | undefined
  /** Where the results of this bot are read; absent where nobody knows. */
  readonly resultsUrl?: string
  readonly textFormat: 'richText' | 'markdown'
  /** In [0, 1), from the turn's seed. */
  random(): number
  /** 24 lower-case letters and digits, unique in the session. */
  newId(): string
  log(log: Log): void

  /** What was answered so far, each under the variable or the group that it was asked for. */
  readonly answers: readonly { key: string; value: string }[]
  /** The current value, or the variable's default; undefined when it is unset or unknown. */
  value(variableId: string | undefined): VariableValue | undefined
  valueByName(name: string): VariableValue | undefined
  variableName(variableId: string | undefined): string | undefined
  /** Stores values as text; recorded in the history of transcripts. Unknown ids are ignored. */
  assign(updates: VariableUpdate[]): void

  /** From now on this variable belongs to the session alone: it is no longer written into results. */
  keepOutOfResults(variableId: string): void
  /** What was said in this turn so far. */
  saidNow(): TranscriptEntry[]

  /** Text with its placeholders filled in. '' for undefined. */
  expand(text: string | undefined): string
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

/** What became of a client's result. */
export type Resumed = undefined | { invalid: string }

/** What one type of block does. Bubbles, logic and integrations have `enter`; inputs have `input` and `parse`. */
export interface BlockRuntime<T extends BlockType = BlockType> {
  readonly type: T
  readonly kind: 'bubble' | 'input' | 'logic' | 'integration'
  /** The walk has come to this block. Absent for inputs, which ask. */
  enter?(block: BlockOf<T>, context: BlockContext): Outcome | Effectful<Outcome>
  /** An input as the client is to show it: variables filled in, items filtered. */
  input?(block: BlockOf<T>, context: BlockContext): Input | Effectful<Input>
  /** Checks and formats a reply to an input. A reply that is absent is undefined. */
  parse?(block: BlockOf<T>, reply: Reply | undefined, context: BlockContext): ParsedReply
  /** Text shown when a reply was rejected, if the block has one of its own. */
  retryText?(block: BlockOf<T>, context: BlockContext): string | undefined
  /** How the input is named in reply events ("text", "buttons", …). */
  readonly inputName?: string
  /** A client's result for a block that waited for it. Throws nothing: a bad result is 'invalid'. */
  resume?(block: BlockOf<T>, text: string, context: BlockContext): Resumed | Effectful<Resumed>
  /** Ids of the edges by which the block can be left, its own one last. Used by progress and transcripts. */
  exits(block: BlockOf<T>): string[]
}

export type BlockRegistry = ReadonlyMap<string, BlockRuntime>
