import type { Step } from './steps-of.js'
import type { BotLook, DynamicTheme, Input, Message, SentMessage } from './wire.js'

/** One line of the transcript. `id` is its own, `turn` the number of the turn that brought it. */
export type Entry = BotEntry | GuestEntry | StreamEntry
export interface BotEntry {
  kind: 'bot'
  id: number
  turn: number
  message: Message
  /** The avatar of its time, where the bot changes it on the way. */
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

/** A reply that has left, or will leave as soon as it can. Kept until it is answered. */
export interface PendingReply {
  key: string
  message?: SentMessage
  /** The visitor chose this text, so that it stays when the service formats the answer in its own way. */
  isLabelled: boolean
  /** Its line in the transcript; replies of actions have none. */
  entryId?: number
}

/** What is kept through a reload: plain JSON. */
export interface ChatRecord {
  /** Grows with each answered turn; of two records of a session the larger one is newer. */
  turn: number
  session?: { sessionId: string; resultId?: string; bot: BotLook }
  /** Stands above the entries where there were earlier ones, which are not shown. */
  earlier?: string
  entries: Entry[]
  /** What of the last turn has not been shown or done yet. */
  steps: Step[]
  input?: Input
  pending?: PendingReply
  /** The last message is a page that the flow waits for. */
  isWaitingForPage: boolean
  isEnded: boolean
  progress?: number
  dynamicTheme?: DynamicTheme
}

/** What the views show. */
export interface ChatState extends ChatRecord {
  phase: 'idle' | 'starting' | 'ready' | 'refused'
  isTyping: boolean
  notice?: Notice
}

/** Something that the visitor should know, or do. */
export type Notice =
  | { kind: 'offline'; retry(): void }
  | { kind: 'refused'; text?: string }
  | { kind: 'expired' }
  | { kind: 'elsewhere' }
  | { kind: 'popup-blocked'; url: string }
  | { kind: 'failed'; retry(): void }

export const emptyRecord: ChatRecord = { turn: 0, entries: [], steps: [], isWaitingForPage: false, isEnded: false }
export const emptyState: ChatState = { ...emptyRecord, phase: 'idle', isTyping: false }

/** The part of a state that is kept. */
export function recordOf(state: ChatState): ChatRecord {
  const { phase: _, isTyping: __, notice: ___, ...record } = state
  return record
}
