import { Autocomplete as Base } from '@base-ui/react/autocomplete'
import { searchable } from '@colloquy/flow/searchable'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { SuggestionList } from './suggestion-list.js'

export interface Suggestion {
  value: string
  icon?: LucideIcon
  hint?: string
}

interface ComboboxProps {
  id: string
  value: string
  suggestions: readonly Suggestion[]
  placeholder?: string
  /** Label of the option for text that matches no suggestion, such as to create it; undefined restricts the choice to suggestions. */
  offerNew?(text: string): string
  newIcon?: LucideIcon
  /** Called with the entered text or the chosen suggestion. */
  onCommit(text: string): void
}

/**
 * Text field with suggestions below it. Enter, choosing a suggestion, and leaving the field commit the text; Escape restores the previous
 * one.
 */
export function Combobox({ id, value, suggestions, placeholder, offerNew, newIcon, onCommit }: ComboboxProps) {
  const [draft, setDraft] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const text = draft ?? value
  const wanted = searchable((draft ?? '').trim())
  const found = suggestions.filter((it) => searchable(it.value).includes(wanted))
  const isKnown = suggestions.some((it) => it.value === text.trim())
  const added: readonly Suggestion[] =
    offerNew && wanted !== '' && !isKnown ? [{ value: text.trim(), ...(newIcon && { icon: newIcon }) }] : []
  const items = [...found, ...added]
  const commit = (entered: string | undefined) => {
    setDraft(undefined)
    setOpen(false)
    if (entered !== undefined && entered.trim() !== value) onCommit(entered.trim())
  }
  const rowOf = (item: Suggestion) =>
    added.includes(item)
      ? { id: 'new', text: offerNew!(item.value), icon: item.icon }
      : { id: item.value, text: item.value, icon: item.icon, hint: item.hint }
  return (
    <Base.Root
      items={items}
      itemToStringValue={(item: Suggestion) => item.value}
      filter={null}
      value={text}
      open={isOpen && items.length > 0}
      openOnInputClick
      onOpenChange={(next, { reason }) => {
        if (reason === 'escape-key') setDraft(undefined)
        setOpen(next)
      }}
      onValueChange={(next, { reason }) => (reason === 'item-press' ? commit(next) : setDraft(next))}
    >
      <Base.Input
        id={id}
        className="text"
        placeholder={placeholder}
        onBlur={() => commit(draft)}
        onKeyDown={(event) => {
          const isHighlighted = event.currentTarget.getAttribute('aria-activedescendant')
          if (event.key === 'Enter' && !isHighlighted) commit(draft)
        }}
      />
      <SuggestionList rowOf={rowOf} />
    </Base.Root>
  )
}
