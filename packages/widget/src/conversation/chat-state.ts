import type { Step } from './steps-of.js'
import type { BotAppearance, DynamicTheme, Held, Input, Message, SentMessage, TurnAnswer } from './wire.js'

/** One line of the transcript. `id` identifies the line, `turn` is the number of the turn that brought it. */
export type Entry = BotEntry | GuestEntry | StreamEntry
export interface BotEntry {
  kind: 'bot'
  id: number
  turn: number
  message: Message
  /** Name of the person who said it in place of the bot; empty if they have none. */
  by?: string
  /** The avatar at that time, if the bot changes it during the conversation. */
  avatarUrl?: string
}
export interface GuestEntry {
  kind: 'guest'
  id: number
  turn: number
  text: string
  files?: SentFile[]
  avatarUrl?: string
}
export interface StreamEntry {
  kind: 'stream'
  id: number
  turn: number
  text: string
  isOver?: boolean
  avatarUrl?: string
}

export interface SentFile {
  name: string
  url: string
  type: string
}

/** A reply that has been sent, or will be sent as soon as possible. Kept until it is answered. */
export interface PendingReply {
  key: string
  message?: SentMessage
  /** The visitor chose this text, so it stays when the service formats the answer differently. */
  isLabelled: boolean
  /** Its line in the transcript; replies of actions have none. */
  entryId?: number
}

/** Chat state that is saved across reloads: plain JSON. */
export interface ChatRecord {
  /** Increases with each answered turn; of two saved states of a session the one with the larger number is newer. */
  turn: number
  session?: { sessionId: string; resultId?: string; bot: BotAppearance }
  /** Shown above the entries if there were earlier ones, which are not shown. */
  earlier?: string
  entries: Entry[]
  /** Items of the last turn that have not been shown or done yet. */
  steps: Step[]
  input?: Input
  pending?: PendingReply
  /** The last message is a page that the flow waits for. */
  isWaitingForPage: boolean
  isEnded: boolean
  progress?: number
  dynamicTheme?: DynamicTheme
  /** After how many milliseconds the flow continues without an answer. Only the service knows when a restored wait is over. */
  wait?: TurnAnswer['noAnswer']
  /** Somebody other than the bot speaks: replies go to them. */
  held?: Held
  /** The input at which the bot waits meanwhile. */
  heldInput?: Input
  isFollowed?: boolean
  /** Number of the last message beside the turns of the bot. */
  lastMessage?: number
}

/** State that the views render. */
export interface ChatState extends ChatRecord {
  phase: 'idle' | 'starting' | 'ready' | 'refused'
  isTyping: boolean
  notice?: Notice
}

/** A notice that the visitor should know about, or act on. */
export type Notice =
  | { kind: 'offline'; retry(): void }
  | { kind: 'refused'; text?: string }
  | { kind: 'expired' }
  | { kind: 'elsewhere' }
  | { kind: 'popup-blocked'; url: string }
  | { kind: 'failed'; retry(): void }

export const emptyRecord: ChatRecord = { turn: 0, entries: [], steps: [], isWaitingForPage: false, isEnded: false }
export const emptyState: ChatState = { ...emptyRecord, phase: 'idle', isTyping: false }

/** The part of a state that is saved. */
export function recordOf(state: ChatState): ChatRecord {
  const { phase: _, isTyping: __, notice: ___, ...record } = state
  return record
}
