import type { ConversationEvents } from '../conversation/conversation-options.js'
import type { Theme } from '../conversation/wire.js'
import type { ScriptMode } from './chat-context.js'

/** What the page around says about one chat. */
export interface ChatOptions {
  bot: string
  /** Address of the service. */
  host: string
  isPreview?: boolean
  startFrom?:
    | { type: 'group'; groupId: string }
    | { type: 'event'; eventId: string }
    | { type: 'result'; resultId: string; turn: number; replies?: { turn: number; text: string }[] }
  /** The session that a preview shall have; its chat is not kept through a reload. */
  sessionId?: string
  resultId?: string
  prefilledVariables?: Record<string, unknown>
  headers?: Record<string, string>
  /** Parts of the theme that this page wants otherwise. */
  theme?: Theme
  font?: string
  /** Language of the widget's own words; else that of the element, the page, the browser. */
  lang?: string
  scripts?: ScriptMode
  /** Address of the service that listeners for webhooks connect to, where it is another. */
  wsHost?: string
  paymentScript?: string
  /** Called when the flow waits for a while and then wants to be told: it goes on once this has resolved, if that is earlier. */
  untilGoOn?(): Promise<void>
  /** Where the progress bar is drawn instead of in the chat. */
  progressBarRef?: { current: HTMLElement | null } | HTMLElement
  /** The page is the chat's own, so that its address may be tidied up. */
  ownsPage?: boolean
  /** The page brings its conversation along, as the service has drawn it. */
  isHandedOver?: boolean
  events?: ConversationEvents & { scriptDone?(message: string): void }
}
