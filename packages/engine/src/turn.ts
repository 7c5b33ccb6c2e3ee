import type { ClientAction, Input, Log, Message, ReplyMessage } from '@colloquy/chat'
import type { AbsenceKind, AttributeValue, PersonExitKind } from '@colloquy/flow'
import type { Messaging, Session, VariableValue } from './session.js'

/** Input of a turn. It contains the time and a random seed, so that the same event gives the same turn. */
export type TurnEvent = (
  | {
      kind: 'start'
      /** Answers the first input, if nothing is shown before it. */
      message?: ReplyMessage
      startFrom?: { type: 'group'; groupId: string } | { type: 'event'; eventId: string }
      /** Only create the session; the first reply starts the flow. */
      isOnlyRegistering?: boolean
      prefilledVariables?: Record<string, unknown>
    }
  | { kind: 'reply'; message?: ReplyMessage }
  /** The client requests the streamed text that the session waits for. */
  | { kind: 'stream'; message?: undefined }
  /** Somebody who spoke in place of the bot lets it continue. */
  | ({ kind: 'handBack'; message?: undefined } & HandBack)
) & {
  /** Milliseconds since 1970. */
  now: number
  /**
   * 32-bit seed of the turn's random numbers, or a function that creates it: called at most once, and only if the turn needs random
   * numbers.
   */
  seed: number | (() => number)
  textFormat: 'richText' | 'markdown'
  /** The contact in a messaging app. */
  messaging?: Messaging
  /** An entry for models of what people have said in place of the bot since the last turn. */
  people?: string
}

/**
 * The place at which the bot continues after somebody else has spoken: a group, with `returns` coming back to the block that waits, an
 * exit of the block that asked for a person, or else the block that waits.
 */
export interface HandBack {
  groupId?: string
  returns?: boolean
  exit?: 'returned' | Exclude<PersonExitKind, AbsenceKind>
  /** A text with placeholders that is said first. */
  say?: string
  /** The conversation ends then. */
  ends?: true
}

/** Output of one turn, and the data to store with it. */
export interface Turn {
  session: Session
  messages: Message[]
  input?: Input
  clientSideActions: ClientAction[]
  logs: Log[]
  lastMessageNewFormat?: string
  dynamicTheme?: { hostAvatarUrl?: string; guestAvatarUrl?: string; backgroundUrl?: string }
  /** 0 to 100; present when the progress bar is on and something is awaited or the flow has ended. */
  progress?: number
  /** A streamed text that the client has shown instead of a message. */
  streamed?: string
  /** Rows to append, each with the result (frame) that it belongs to. Empty in preview. */
  answers: {
    resultId: string
    blockId: string
    groupId: string
    variableId: string | null
    content: string
    attachedFileUrls?: string[]
  }[]
  /** Replies that the waiting input did not accept. */
  invalidReplies: { resultId: string; blockId: string }[]
  visitedEdges: { resultId: string; index: number; edgeId: string }[]
  /** Questions that knowledge bases could not answer, with private values masked; absent if there are none. */
  unanswered?: { baseId: string; question: string }[]
  /** Results in their state after the turn, the main bot's last. `hasStarted` and `isCompleted` are never reset in storage. */
  results: {
    resultId: string
    botId: string
    /** Compiled flow of the bot that owns the result. */
    programId: string
    hasStarted: boolean
    isCompleted: boolean
    variables: { id: string; name: string; value: VariableValue }[]
  }[]
  /** Attributes of the contact that the flow has written, by key; null for those that it has cleared. Absent if there are none. */
  contactChanges?: Record<string, AttributeValue | null>
  /** The flow continues without an answer after this many milliseconds. */
  noAnswer?: { waitId: string; after: number }
  /** A person, of a team, speaks from now on. `note` is what they read first. */
  handOver?: { note?: string; teamId?: string }
  /** The reply was a late press of a button, and nothing happens. */
  isIgnored?: true
  /** True if the flow waits for nothing more. */
  isEnd: boolean
  /** Why the turn was cut short, when a budget ran out. */
  cutBy?: 'steps' | 'messages' | 'bytes' | 'characters' | 'time'
}

/** Why a turn was rejected: a mistake of the visitor or of the client. Nothing is stored then. */
export interface TurnError {
  refused: {
    code:
      | 'start_group_not_found'
      | 'start_event_not_found'
      | 'command_not_found'
      | 'session_ended'
      | 'answer_required'
      | 'invalid_client_result'
      | 'stream_not_expected'
    message: string
  }
}

/**
 * Limits of one turn. Bytes are those of messages, actions and input as JSON; milliseconds are those in which the turn computes, by the driver's clock. Characters
 * are the total written to variables: the limit of steps would stop a loop that doubles a text too late.
 */
export interface Budgets {
  steps: number
  messages: number
  bytes: number
  characters: number
  /** Maximum size of the session as JSON, in bytes; values that do not fit are not stored, and this is logged. */
  stateBytes: number
  /** Maximum number of pairs of items per comparison of lists; a larger comparison does not hold and is logged. */
  comparedPairs: number
  /** Maximum number of characters that comparisons look at; further ones do not hold, and this is logged. */
  comparedCharacters: number
  /** Maximum number of characters of variables that are inserted into texts; further ones are unset, and the turn ends. */
  insertedCharacters: number
  milliseconds: number
}

export const defaultBudgets: Budgets = {
  steps: 1000,
  messages: 200,
  bytes: 1_000_000,
  characters: 10_000_000,
  stateBytes: 1_000_000,
  comparedPairs: 10_000,
  comparedCharacters: 10_000_000,
  insertedCharacters: 10_000_000,
  milliseconds: 2_000,
}
