import type { ClientAction, Input, Log, Message, ReplyMessage } from '@colloquy/chat'
import type { Messaging, Session, VariableValue } from './session.js'

/** Input of a turn. It contains the time and a random seed, so that the same event gives the same turn. */
export type TurnEvent = (
  | {
      kind: 'start'
      /** Answers the first input, when nothing is shown before it. */
      message?: ReplyMessage
      startFrom?: { type: 'group'; groupId: string } | { type: 'event'; eventId: string }
      /** Only create the session; the first reply starts the flow. */
      isOnlyRegistering?: boolean
      prefilledVariables?: Record<string, unknown>
    }
  | { kind: 'reply'; message?: ReplyMessage }
  /** The client follows the text that the session waits for. */
  | { kind: 'stream'; message?: undefined }
) & {
  /** Milliseconds since 1970. */
  now: number
  /** 32-bit seed of the turn's random numbers, or what makes it: called at most once, and only by a turn that asks for chance. */
  seed: number | (() => number)
  textFormat: 'richText' | 'markdown'
  /** The contact in a messaging app. */
  messaging?: Messaging
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
  /** A text that the client has shown while it was generated, in place of a message. */
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
  /** Replies that the input which waited did not accept. */
  rejections: { resultId: string; blockId: string }[]
  visitedEdges: { resultId: string; index: number; edgeId: string }[]
  /** Questions that knowledge bases had no answer to, without what the bot masks; absent where there were none. */
  unanswered?: { baseId: string; question: string }[]
  /** Results as they stand after the turn, the main bot's last. `hasStarted` and `isCompleted` never fall back in storage. */
  results: {
    resultId: string
    botId: string
    /** Of the bot whose result it is. */
    programId: string
    hasStarted: boolean
    isCompleted: boolean
    variables: { id: string; name: string; value: VariableValue }[]
  }[]
  /** True when nothing is awaited any more. */
  isEnd: boolean
  /** Why the turn was cut short, when a budget ran out. */
  cutBy?: 'steps' | 'messages' | 'bytes' | 'characters' | 'time'
}

/** Why a turn was refused: the visitor's mistake, or the client's. Nothing is stored then. */
export interface Refusal {
  refused: {
    code:
      | 'start_group_not_found'
      | 'start_event_not_found'
      | 'command_not_found'
      | 'session_ended'
      | 'invalid_client_result'
      | 'stream_not_expected'
    message: string
  }
}

/**
 * Limits of one turn. Bytes are those of messages, actions and input as JSON; milliseconds are measured by the driver's clock. Characters are
 * those written into variables, all in all: a circle that doubles a text would be stopped by its steps only when it is too late.
 */
export interface Budgets {
  steps: number
  messages: number
  bytes: number
  characters: number
  /** Bytes that the session may take as JSON; what would not fit in is left as it was, with a log. */
  stateBytes: number
  /** Pairs of items that one comparison of lists may look at; beyond, it does not hold and leaves a log. */
  comparedPairs: number
  milliseconds: number
}

export const defaultBudgets: Budgets = {
  steps: 1000,
  messages: 200,
  bytes: 1_000_000,
  characters: 10_000_000,
  stateBytes: 1_000_000,
  comparedPairs: 10_000,
  milliseconds: 30_000,
}
