import { createContext } from 'preact'
import { useContext, useLayoutEffect, useState } from 'preact/hooks'
import type { ChatState } from '../conversation/chat-state.js'
import type { Connection } from '../conversation/connection.js'
import type { Conversation } from '../conversation/conversation.js'
import type { CoreTexts } from '../texts/en.js'

/** How the scripts of a flow run: in the page, in a frame without its origin, or not at all. */
export type ScriptMode = 'page' | 'frame' | 'off'

/** Services available to every view of a chat. */
export interface ChatServices {
  readonly conversation: Conversation
  readonly connection: Connection
  readonly texts: CoreTexts
  /** Language of `words`. */
  readonly language: string
  /** Languages that the visitor is assumed to read, best first, as tags. */
  readonly languages: readonly string[]
  readonly scripts: ScriptMode
  /** Address of the payment provider's script, loaded only for a payment. */
  readonly paymentScript: string
  /** The look of the bot, as the payment form needs it. */
  readonly root: ShadowRoot
  isCalm(): boolean
  /** Adds the styles of a lazily loaded view to the chat. */
  addStyles(css: string): void
}

export const ChatContext = createContext<ChatServices>(undefined as unknown as ChatServices)

export const useServices = (): ChatServices => useContext(ChatContext)

/** Adds the styles of a lazily loaded view to its chat, once. */
export const useStyles = (css: string): void => useServices().addStyles(css)

/** The state of the conversation; the view is rendered again when it changes. */
export function useChatState(): ChatState {
  const { conversation } = useServices()
  const [, rerender] = useState({})
  // At once, not after the next frame: an answer may arrive before that.
  useLayoutEffect(() => conversation.subscribe(() => rerender({})), [conversation])
  return conversation.state
}
