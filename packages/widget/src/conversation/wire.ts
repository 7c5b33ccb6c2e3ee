import type { ClientAction, Input, Log, Message, ReplyMessage } from '@colloquy/chat'
import type { BlockOf, Settings, Theme } from '@colloquy/flow'

/** Response to a turn, as it arrives. */
export interface TurnAnswer {
  messages: Message[]
  lastMessageNewFormat?: string
  input?: Input
  clientSideActions?: ClientAction[]
  logs?: Log[]
  dynamicTheme?: DynamicTheme
  progress?: number
  noAnswer?: { waitId: string; after: number }
  heldBy?: Held
  /** A person may speak at any time: the page follows the conversation. */
  isFollowed?: true
}

/** Somebody other than the bot who speaks in the conversation. */
export interface Held {
  by: 'queue' | 'person' | 'elsewhere'
  /** Name of the person, as they chose it. */
  name?: string
  /** The person has resolved the conversation. */
  isResolved?: boolean
}

export interface StartAnswer extends TurnAnswer {
  sessionId: string
  resultId?: string
  bot: BotAppearance
}

export interface BotAppearance {
  id: string
  version: string
  theme: Theme
  settings: Settings
  publishedAt?: string
}

export interface DynamicTheme {
  hostAvatarUrl?: string
  guestAvatarUrl?: string
  backgroundUrl?: string
}

/** One kind of input with the options of its block. */
export type InputOf<T extends Input['type']> = Omit<Input, 'type' | 'options' | 'items'> & {
  type: T
  options?: BlockOf<T>['options']
  items: BlockOf<T> extends { items: infer Items } ? Items : never
}

/** The object forms of a reply; the widget never sends a bare string. */
export type SentMessage = Exclude<ReplyMessage, string>

export type { ClientAction, Input, Log, Message, Settings, Theme }
