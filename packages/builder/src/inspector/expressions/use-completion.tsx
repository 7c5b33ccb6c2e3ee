import { Braces, type LucideIcon, Plus, SquareFunction, Type } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { addVariable } from '../../document/commands/add-variable.js'
import { newId } from '../../document/new-id.js'
import { useBotEditor } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'
import { type Completion, complete, completeNew, type Written } from './complete.js'
import '../inspector.css'

/** A whole text that is offered for a field. */
export interface Suggestion {
  value: string
  /** The name that people see, if it differs from the value. */
  label?: string | undefined
}

interface Offered {
  key: string
  label: string
  hint?: string | undefined
  icon?: LucideIcon
  /** The text of the field with it, and where the cursor is then. */
  applied(text: string, at: number): readonly [text: string, at: number]
  /** Name of the variable that it creates. */
  created?: string
}

interface CompletionOptions {
  /** Of the field. */
  id: string
  variables: readonly { name: string }[]
  written: Written
  suggestions: readonly Suggestion[]
  /** Returns the text and the position of the cursor in it. */
  read(): Reading
  put(text: string, at: number): void
}

export interface Reading {
  text: string
  at: number
}

const mostSuggestions = 50

/** Completes what is typed in a text: variables, existing or new, words of expressions, and what else is offered for the field. */
export function useCompletion({ id, variables, written, suggestions, read, put }: CompletionOptions) {
  const { editing } = useBotEditor()
  const [offered, setOffered] = useState<readonly Offered[]>([])
  const [index, setIndex] = useState<number>()
  const isOpen = offered.length > 0
  const close = () => setOffered([])
  /** Looks at the text in front of the cursor; `at` is where it stands. */
  const look = (text: string, at: number) => {
    const found = complete(text, at, variables, written)
    const added = completeNew(text, at, variables)
    const completions = [
      ...(found ? found.items.map((item) => completing(item, found.from, found.isBraced)) : []),
      ...(added ? [creating(added)] : []),
    ]
    setOffered(completions.length > 0 ? completions : suggested(text, suggestions))
    // A whole text is chosen only by who goes to it: Enter keeps what is typed.
    setIndex(completions.length > 0 ? 0 : undefined)
  }
  const choose = ({ applied, created }: Offered) => {
    const { text, at } = read()
    close()
    if (created !== undefined) editing.run(t('Add variable'), addVariable({ id: newId(), name: created }))
    put(...applied(text, at))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (!isOpen) {
      const { text, at } = read()
      if (key === 'ArrowDown' && suggestions.length > 0) look(text, at)
      return
    }
    const chosen = index === undefined ? undefined : offered[index]
    if (key === 'ArrowDown') setIndex(((index ?? -1) + 1) % offered.length)
    else if (key === 'ArrowUp') setIndex(((index ?? 0) + offered.length - 1) % offered.length)
    else if ((key === 'Enter' || key === 'Tab') && chosen) choose(chosen)
    else if (key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    look,
    close,
    /** For the field. */
    field: {
      onKeyDown,
      onBlur: close,
      'aria-autocomplete': 'list' as const,
      'aria-controls': isOpen ? `${id}-completions` : undefined,
      'aria-activedescendant': isOpen && index !== undefined ? `${id}-completion-${index}` : undefined,
    },
    list: isOpen && (
      <div className="menu completions" role="listbox" id={`${id}-completions`} aria-label={t('Suggestions')}>
        {offered.map((one, position) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
          <div
            key={one.key}
            id={`${id}-completion-${position}`}
            className="menu-item"
            role="option"
            tabIndex={-1}
            aria-selected={position === index}
            ref={position === index ? scrollTo : undefined}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(one)}
          >
            {one.icon && <one.icon size={14} aria-hidden />}
            <span className="grow cut">{one.label}</span>
            {one.hint && <span className="faint cut">{one.hint}</span>}
          </div>
        ))}
      </div>
    ),
  }
}

const scrollTo = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' })

const icons: Record<Completion['kind'], LucideIcon> = { variable: Braces, function: SquareFunction, property: Type }

const completing = ({ kind, label, insert, back }: Completion, from: number, isBraced: boolean): Offered => ({
  key: label,
  label,
  icon: icons[kind],
  applied(text, at) {
    const before = text.slice(0, from) + insert
    const after = isBraced ? text.slice(at).replace(/^\}\}/, '') : text.slice(at)
    return [before + after, before.length - back]
  },
})

const creating = (added: Completion & { from: number }): Offered => ({
  ...completing(added, added.from, true),
  key: `new ${added.label}`,
  label: t('Create “{name}”', { name: added.label }),
  icon: Plus,
  created: added.label,
})

/** The whole texts that hold what is written; all of them where it is one of them. */
function suggested(text: string, suggestions: readonly Suggestion[]): Offered[] {
  const wanted = text.trim().toLowerCase()
  const isOne = suggestions.some(({ value }) => value === text)
  return suggestions
    .filter(({ value, label = '' }) => isOne || `${value} ${label}`.toLowerCase().includes(wanted))
    .slice(0, mostSuggestions)
    .map(({ value, label }) => ({
      key: value,
      label: value,
      hint: label === value ? undefined : label,
      applied: () => [value, value.length],
    }))
}
