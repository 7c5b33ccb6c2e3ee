import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import type { FullConversation } from './conversation.js'
import { filledReply, matchingReplies, type SavedReply, soughtReply, useSavedReplies } from './saved-replies.js'

interface ReplyPickerOptions {
  workspaceId: string
  conversation: FullConversation
  text: string
  field: RefObject<HTMLTextAreaElement | null>
  onText(text: string): void
}

/** State of the list of saved replies, which opens with a slash in a field. */
export function useReplyPicker({ workspaceId, conversation, text, field, onText }: ReplyPickerOptions) {
  const saved = useSavedReplies(workspaceId)
  const id = useId()
  const [sought, setSought] = useState<string>()
  const [marked, setMarked] = useState(0)
  const matching = sought === undefined ? [] : matchingReplies(saved.data ?? [], sought)
  const close = () => setSought(undefined)
  const insert = (reply: SavedReply) => {
    const at = field.current?.selectionStart ?? text.length
    const before = text.slice(0, at).replace(/\/[\w-]*$/, '')
    const filled = filledReply(reply, conversation, conversation.holder.name ?? '')
    onText(before + filled + text.slice(at))
    close()
    const end = before.length + filled.length
    requestAnimationFrame(() => field.current?.setSelectionRange(end, end))
    field.current?.focus()
  }
  return {
    isOpen: sought !== undefined,
    close,
    list: { id, replies: matching, marked, isEmpty: saved.data?.length === 0, onChoose: insert },
    fieldProps: {
      'aria-controls': sought === undefined ? undefined : id,
      'aria-activedescendant': matching.length > 0 ? `${id}-${marked}` : undefined,
    },
    /** Opens the list at the end of the text. */
    open() {
      field.current?.focus()
      onText(text === '' || /\s$/.test(text) ? `${text}/` : `${text} /`)
      setSought('')
      setMarked(0)
    },
    /** Looks for a reply in front of the cursor. */
    look(element: HTMLTextAreaElement) {
      setSought(soughtReply(element.value.slice(0, element.selectionStart)))
      setMarked(0)
    },
    /** Returns whether a key is for the list. */
    press(event: KeyboardEvent): boolean {
      if (sought === undefined || event.nativeEvent.isComposing) return false
      if (event.key === 'Escape') close()
      else if (matching.length === 0) return false
      else if (event.key === 'ArrowDown') setMarked((marked + 1) % matching.length)
      else if (event.key === 'ArrowUp') setMarked((marked + matching.length - 1) % matching.length)
      else if (event.key === 'Enter' || event.key === 'Tab') insert(matching[marked] as SavedReply)
      else return false
      event.preventDefault()
      return true
    },
  }
}
