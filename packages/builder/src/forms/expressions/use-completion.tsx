import type { Variable } from '@colloquy/flow'
import { searchable } from '@colloquy/flow/searchable'
import { Braces, type LucideIcon, Plus, SquareFunction, Type } from 'lucide-react'
import { type Offered, type Reading, useOffers } from '../../design/use-offers.js'
import { addVariable } from '../../document/commands/add-variable.js'
import { newId } from '../../document/new-id.js'
import { useBotEditor } from '../../editor/bot-editor.js'
import { useAttributes } from '../../editor/use-attributes.js'
import { t } from '../../i18n/i18n.js'
import { type Completion, complete, completeNew, type Written } from './complete.js'

/** A whole text that is offered for a field. */
export interface Suggestion {
  value: string
  /** The name that people see, if it differs from the value. */
  label?: string | undefined
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

const maxSuggestions = 50

/** The attributes whose whole name is being typed behind two braces: "na" begins a new variable rather than `contact.name`. */
function begunIn(text: string, at: number, attributes: readonly Variable[]): readonly Variable[] {
  const open = text.lastIndexOf('{{', at)
  const word = open < 0 ? '' : searchable(text.slice(open + 2, at).trim())
  return word === '' ? [] : attributes.filter(({ name }) => searchable(name).startsWith(word))
}

/** Completes what is typed in a text: variables, existing or new, words of expressions, and what else is offered for the field. */
export function useCompletion({ id, variables, written, suggestions, read, put }: CompletionOptions) {
  const { editing } = useBotEditor()
  const attributes = useAttributes()
  const withAttribute = (offered: Offered, name: string): Offered => {
    const added = attributes.find((attribute) => attribute.name === name)
    return added ? { ...offered, onChosen: () => editing.run(t('Add variable'), addVariable(added)) } : offered
  }
  const find = (text: string, at: number) => {
    const named = [...variables, ...begunIn(text, at, attributes)]
    const found = complete(text, at, named, written)
    const added = completeNew(text, at, named)
    const create = (name: string) => editing.run(t('Add variable'), addVariable({ id: newId(), name }))
    const completions = [
      ...(found
        ? found.items.map((item) => withAttribute(completing(item, found.from, found.isBraced), item.label))
        : []),
      ...(added ? [creating(added, create)] : []),
    ]
    // A whole text is chosen only by who goes to it: Enter keeps what is typed.
    return completions.length > 0
      ? { offered: completions, index: 0 }
      : { offered: suggested(text, suggestions), index: undefined }
  }
  return useOffers({ id, find, opensByArrow: suggestions.length > 0, read, put })
}

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

const creating = (added: Completion & { from: number }, create: (name: string) => void): Offered => ({
  ...completing(added, added.from, true),
  key: `new ${added.label}`,
  label: t('Create “{name}”', { name: added.label }),
  icon: Plus,
  onChosen: () => create(added.label),
})

/** The whole texts that hold what is written; all of them where it is one of them. */
function suggested(text: string, suggestions: readonly Suggestion[]): Offered[] {
  const wanted = searchable(text.trim())
  const isOne = suggestions.some(({ value }) => value === text)
  return suggestions
    .filter(({ value, label = '' }) => isOne || searchable(`${value} ${label}`).includes(wanted))
    .slice(0, maxSuggestions)
    .map(({ value, label }) => ({
      key: value,
      label: value,
      hint: label === value ? undefined : label,
      applied: () => [value, value.length],
    }))
}
