import { createContext } from 'preact'
import { useContext, useLayoutEffect, useState } from 'preact/hooks'
import type { ChatState } from '../conversation/chat-state.js'
import type { Connection } from '../conversation/connection.js'
import type { Conversation } from '../conversation/conversation.js'
import type { CoreWords } from '../words/en.js'

/** How the scripts of a flow run: in the page, in a frame without its origin, or not at all. */
export type ScriptMode = 'page' | 'frame' | 'off'

/** What every view of one chat has at hand. */
export interface ChatServices {
  readonly conversation: Conversation
  readonly connection: Connection
  readonly words: CoreWords
  /** Of the words. */
  readonly language: string
  /** Those that the visitor is taken to read, best first, as tags. */
  readonly languages: readonly string[]
  readonly scripts: ScriptMode
  /** Address of the payment provider's script, loaded only for a payment. */
  readonly paymentScript: string
  /** The look of the bot, as the payment form needs it. */
  readonly root: ShadowRoot
  isCalm(): boolean
  /** Puts the styles of a view that was loaded later into the chat. */
  addStyles(css: string): void
}

export const ChatContext = createContext<ChatServices>(undefined as unknown as ChatServices)

export const useServices = (): ChatServices => useContext(ChatContext)

/** Puts the styles of a view that came later into its chat, once. */
export const useStyles = (css: string): void => useServices().addStyles(css)

/** The state of the conversation; the view is drawn again when it changes. */
export function useChatState(): ChatState {
  const { conversation } = useServices()
  const [, redraw] = useState({})
  // At once, not after the next frame: an answer may be here before that.
  useLayoutEffect(() => conversation.subscribe(() => redraw({})), [conversation])
  return conversation.state
}
