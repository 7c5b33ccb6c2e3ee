import { Autocomplete as Base } from '@base-ui/react/autocomplete'
import { searchable } from '@colloquy/flow/searchable'
import { type ReactNode, useId, useState } from 'react'
import { Field } from './field.js'
import { SuggestionList } from './suggestion-list.js'

interface Suggested {
  value: string
  /** The name that people see, if it differs from the value. */
  label?: string
}

interface SuggestInputProps {
  label: string
  hint?: ReactNode
  isLabelHidden?: boolean
  value: string
  suggestions: readonly Suggested[]
  placeholder?: string | undefined
  maxLength?: number
  spellCheck?: boolean
  onChange(value: string): void
}

/** A line of text with suggestions below it. Any other text may be written, too. */
export function SuggestInput({
  label,
  hint,
  isLabelHidden,
  value,
  suggestions,
  onChange,
  ...input
}: SuggestInputProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [isTyped, setTyped] = useState(false)
  // Nothing is left to suggest for what is typed and is a suggestion itself.
  const isOne = isTyped && suggestions.some((it) => it.value === value)
  return (
    <Field id={id} label={label} hint={hint} isLabelHidden={isLabelHidden}>
      <Base.Root
        items={suggestions}
        itemToStringValue={(item: Suggested) => item.value}
        filter={({ value: text, label: name = '' }: Suggested, typed) =>
          suggestions.some((it) => it.value === typed) || searchable(`${text} ${name}`).includes(searchable(typed))
        }
        value={value}
        openOnInputClick
        open={isOpen && !isOne}
        onOpenChange={(next, { reason }) => [setOpen(next), reason === 'input-press' && setTyped(false)]}
        // Escape closes the list and keeps the text.
        onValueChange={(text, { reason }) => reason !== 'escape-key' && [onChange(text), setTyped(true)]}
      >
        <Base.Input
          id={id}
          className="text"
          autoComplete="off"
          aria-describedby={hint ? `${id}-hint` : undefined}
          {...input}
        />
        <SuggestionList<Suggested>
          rowOf={({ value: text, label: name }) => ({ id: text, text, hint: name === text ? undefined : name })}
        />
      </Base.Root>
    </Field>
  )
}
