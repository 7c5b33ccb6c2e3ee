import type { ConversationEvents } from '../conversation/conversation-options.js'
import type { Theme } from '../conversation/wire.js'
import type { ScriptMode } from './chat-context.js'

/** Options of a chat that the surrounding page sets. */
export interface ChatOptions {
  bot: string
  /** Address of the service. */
  host: string
  isPreview?: boolean
  startFrom?:
    | { type: 'group'; groupId: string }
    | { type: 'event'; eventId: string }
    | { type: 'result'; resultId: string; turn: number; replies?: { turn: number; text: string }[] }
  /** Session for a preview; its chat is not restored after a reload. */
  sessionId?: string
  resultId?: string
  prefilledVariables?: Record<string, unknown>
  /** The visitor as the page knows them, with the hash that its server computes. */
  contact?: { id: string; hash: string }
  headers?: Record<string, string>
  /** Parts of the theme that this page overrides. */
  theme?: Theme
  font?: string
  /** Language of the widget's own texts; by default that of the element, the page, or the browser. */
  lang?: string
  scripts?: ScriptMode
  /** Address of the service that listeners for webhooks connect to, if it is another. */
  wsHost?: string
  paymentScript?: string
  /** Called when the flow waits for a time whose end the client has to report: the flow continues early if this resolves before. */
  untilGoOn?(): Promise<void>
  /** Element that renders the progress bar instead of the chat. */
  progressBarRef?: { current: HTMLElement | null } | HTMLElement
  /** The page belongs to the chat, so its address may be tidied up. */
  ownsPage?: boolean
  /** The page contains its conversation, as rendered by the service. */
  isHandedOver?: boolean
  events?: ConversationEvents & { scriptDone?(message: string): void }
}
