import { useEffect } from 'react'
import { listenToPageKeys } from '../canvas/keys/use-page-keys.js'
import { useStudio } from '../editor/studio.js'

/**
 * Has the keys of all pages work in the chat, too. The frame is a page of ours; what a flow brings runs in frames of its own in it,
 * whose keys are heard by nobody here. When the keys come back to the chat, its field has them again.
 */
export function usePreviewKeys(chat: Window | null | undefined): void {
  const studio = useStudio()
  useEffect(() => {
    if (!chat) return
    let left: HTMLElement | undefined
    const leave = () => {
      left = focusedIn(chat.document)
    }
    const comeBack = () => {
      if (left?.isConnected && !focusedIn(chat.document)) left.focus({ preventScroll: true })
    }
    const stopListening = listenToPageKeys(studio, chat, leave)
    chat.addEventListener('focus', comeBack)
    return () => {
      stopListening()
      chat.removeEventListener('focus', comeBack)
    }
  }, [studio, chat])
}

/** What has the keys in a page, inside of a widget too; nothing where it is the page itself. */
function focusedIn(page: Document): HTMLElement | undefined {
  let focused = page.activeElement
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  return focused === page.body ? undefined : ((focused ?? undefined) as HTMLElement | undefined)
}
