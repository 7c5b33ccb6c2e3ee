import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { useOffers } from '../design/use-offers.js'
import type { Mentionable } from './mentions.js'
import { offeredMentions } from './offered-mentions.js'

interface MentionFieldProps {
  id: string
  people: readonly Mentionable[]
  value: string
  onChange(text: string): void
  /** Accessible name; a `<label>` names the field if it is absent. */
  label?: string
  placeholder?: string
  isLong?: boolean
  /** Called for Ctrl Enter in a long field. */
  onSubmit?(): void
}

/** The text of a comment: `@` offers the people to mention. */
export function MentionField({ id, people, value, onChange, label, placeholder, isLong, onSubmit }: MentionFieldProps) {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const caret = useRef<number>(undefined)
  // Runs before the next keystroke arrives, which would otherwise go to the wrong place.
  useLayoutEffect(() => {
    const at = caret.current
    if (at === undefined) return
    caret.current = undefined
    field.current?.setSelectionRange(at, at)
  })
  const offers = useOffers({
    id,
    find: (text, at) => ({ offered: offeredMentions(text, at, people), index: 0 }),
    read: () => ({ text: value, at: field.current?.selectionStart ?? value.length }),
    put(text, at) {
      caret.current = at
      onChange(text)
    },
  })
  const look = useRef(offers.look)
  look.current = offers.look
  // The people may arrive after the first keys.
  useEffect(() => {
    const { current } = field
    if (people.length > 0 && current && current === document.activeElement)
      look.current(current.value, current.selectionStart ?? current.value.length)
  }, [people])
  const shared = {
    id,
    ref: field,
    className: 'text',
    maxLength: 4000,
    value,
    placeholder,
    autoComplete: 'off',
    'aria-label': label,
    onChange: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => {
      onChange(target.value)
      offers.look(target.value, target.selectionStart ?? target.value.length)
    },
    ...offers.field,
    onKeyDown: (event: KeyboardEvent) => {
      if (onSubmit && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        onSubmit()
      } else offers.field.onKeyDown(event)
    },
  }
  return (
    <div className="mention-field grow">
      {isLong ? <textarea {...shared} rows={3} aria-describedby={`${id}-hint`} /> : <input {...shared} />}
      {offers.list}
    </div>
  )
}
