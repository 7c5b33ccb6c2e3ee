import { useEffect } from 'react'
import { listenToPageKeys } from '../canvas/keys/use-page-keys.js'
import { focusChosen } from '../canvas/view/focus-chosen.js'
import { useBotEditor } from '../editor/bot-editor.js'

/**
 * Makes the keys of all pages work in the chat, too, and Escape return to the canvas. The frame is one of our own pages; content that a flow brings along runs in separate
 * frames inside it, whose keys do not reach us. When the focus comes back to the chat, the field that had it last gets it again.
 */
export function usePreviewKeys(chat: Window | null | undefined): void {
  const editor = useBotEditor()
  useEffect(() => {
    if (!chat || !isOwnPage(chat)) return
    let left: HTMLElement | undefined
    const leave = () => {
      left = focusedIn(chat.document)
    }
    const comeBack = () => {
      if (left?.isConnected && !focusedIn(chat.document)) left.focus({ preventScroll: true })
    }
    const leaveChat = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      leave()
      window.focus()
      focusChosen(editor.view.get())
    }
    const stopListening = listenToPageKeys(editor, chat, leave)
    chat.addEventListener('keydown', leaveChat)
    chat.addEventListener('focus', comeBack)
    return () => {
      stopListening()
      chat.removeEventListener('keydown', leaveChat)
      chat.removeEventListener('focus', comeBack)
    }
  }, [editor, chat])
}

/** True for a frame that shows one of our pages. One that failed to load shows a page of the browser, which scripts may not read. */
export function isOwnPage(frame: Window): boolean {
  try {
    return frame.document !== null
  } catch {
    return false
  }
}

/** Returns the focused element of a page, including those inside a widget; undefined if it is the page itself. */
function focusedIn(page: Document): HTMLElement | undefined {
  let focused = page.activeElement
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  return focused === page.body ? undefined : ((focused ?? undefined) as HTMLElement | undefined)
}
