import { type RefObject, useId } from 'react'
import type { Mentionable } from '../comments/mentions.js'
import { offeredMentions } from '../comments/offered-mentions.js'
import { useOffers } from '../design/use-offers.js'

interface MentionPickerOptions {
  people: readonly Mentionable[]
  text: string
  field: RefObject<HTMLTextAreaElement | null>
  onText(text: string): void
}

/** The list of people to mention, which opens with an `@` in a note. */
export function useMentionPicker({ people, text, field, onText }: MentionPickerOptions) {
  return useOffers({
    id: useId(),
    find: (written, at) => ({ offered: offeredMentions(written, at, people), index: 0 }),
    read: () => ({ text, at: field.current?.selectionStart ?? text.length }),
    put(next, at) {
      onText(next)
      field.current?.focus()
      requestAnimationFrame(() => field.current?.setSelectionRange(at, at))
    },
  })
}
