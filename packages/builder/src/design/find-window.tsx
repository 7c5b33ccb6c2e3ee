import { Dialog as Base } from '@base-ui/react/dialog'
import { searchable } from '@colloquy/flow/searchable'
import { type LucideIcon, Search } from 'lucide-react'
import { useId, useState } from 'react'
import { translated } from '../i18n/i18n.js'
import { Keys } from './keys.js'
import './find-window.css'

/** An item to find and choose. */
export interface Findable {
  id: string
  label: string
  hint: string
  /** Additional search terms that are not shown. */
  words?: string
  icon?: LucideIcon
  /** Equivalent keyboard shortcut, with `mod` for Control or Command. */
  keys?: string
  /** The heading above the item. */
  section?: string
}

interface FindWindowProps<T extends Findable> {
  /** Accessible name of the window. */
  label: string
  searchLabel: string
  placeholder: string
  listLabel: string
  /** Text shown when nothing matches. */
  nothing: string | ((search: string) => string)
  choices: readonly T[]
  /** Items at the top while the search is empty. */
  recent?: readonly T[]
  /** The headings in their order; a search puts the section with the best result first. */
  sections?: readonly string[]
  /** Maximum number of items shown. */
  max: number
  /** Returns the element to focus when the window closes; undefined for the one focused before. */
  finalFocus?(): HTMLElement | undefined
  onChoose(choice: T): void
  onClose(): void
}

/** A window to search many items by their text and to choose one with the keyboard. */
export function FindWindow<T extends Findable>(props: FindWindowProps<T>) {
  const { label, searchLabel, placeholder, listLabel, nothing, finalFocus, onChoose, onClose } = props
  const listId = useId()
  const [search, setSearch] = useState('')
  const [index, setIndex] = useState(0)
  const parts = findIn(props, search)
  const found = parts.flatMap(([, choices]) => choices)
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup
          className="dialog find-window"
          aria-label={label}
          {...(finalFocus && { finalFocus: () => finalFocus() ?? true })}
        >
          <label className="row">
            <Search size={16} aria-hidden />
            <span className="visually-hidden">{searchLabel}</span>
            <input
              className="text"
              placeholder={placeholder}
              role="combobox"
              aria-expanded
              aria-controls={listId}
              aria-activedescendant={found[index] && `${listId}-${index}`}
              value={search}
              onChange={(event) => [setSearch(event.target.value), setIndex(0)]}
              onKeyDown={(event) => {
                if (event.key === 'Enter') [event.preventDefault(), found[index] && onChoose(found[index])]
                if (event.key === 'ArrowDown') [event.preventDefault(), setIndex(Math.min(index + 1, found.length - 1))]
                if (event.key === 'ArrowUp') [event.preventDefault(), setIndex(Math.max(index - 1, 0))]
              }}
            />
          </label>
          <div className="find-results" id={listId} role="listbox" aria-label={listLabel}>
            {parts.map(([section, choices]) => (
              // biome-ignore lint/a11y/useSemanticElements: a group of options in a list box
              <div key={section} role="group" {...(section !== '' && { 'aria-label': translated(section) })}>
                {section !== '' && (
                  <div className="find-section" aria-hidden>
                    {translated(section)}
                  </div>
                )}
                {choices.map((choice) => {
                  const position = found.indexOf(choice)
                  const Icon = choice.icon
                  return (
                    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
                    <div
                      key={choice.id}
                      id={`${listId}-${position}`}
                      className="menu-item"
                      role="option"
                      tabIndex={-1}
                      aria-selected={position === index}
                      ref={position === index ? scrollTo : undefined}
                      onClick={() => onChoose(choice)}
                    >
                      {Icon && <Icon size={15} aria-hidden />}
                      <span className="grow cut">{choice.label}</span>
                      {choice.hint !== '' && <span className="faint cut">{choice.hint}</span>}
                      {choice.keys && <Keys keys={choice.keys} />}
                    </div>
                  )
                })}
              </div>
            ))}
            {found.length === 0 && (
              <p className="empty">{typeof nothing === 'string' ? nothing : nothing(search.trim())}</p>
            )}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

const scrollTo = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' })

type Findings<T> = readonly (readonly [section: string, choices: readonly T[]])[]

/** Search results by section: best first, sections by their best result. Without a search, all items in their order, recent ones first. */
function findIn<T extends Findable>(
  { choices, recent = [], sections = [''], max }: Pick<FindWindowProps<T>, 'choices' | 'recent' | 'sections' | 'max'>,
  search: string,
): Findings<T> {
  const wanted = searchable(search.trim())
  const words = wanted.split(/\s+/)
  const found = (wanted === '' ? [...recent, ...choices] : choices)
    .flatMap((choice) => {
      const text = searchable(`${choice.label} ${choice.hint} ${choice.words ?? ''}`)
      return words.every((word) => text.includes(word)) ? [{ choice, rank: rankOf(choice, wanted) }] : []
    })
    .sort(
      (a, b) => a.rank - b.rank || sections.indexOf(a.choice.section ?? '') - sections.indexOf(b.choice.section ?? ''),
    )
    .slice(0, max)
  const bySection = new Map<string, T[]>()
  for (const { choice } of found) {
    const section = choice.section ?? ''
    bySection.set(section, [...(bySection.get(section) ?? []), choice])
  }
  return [...bySection]
}

/**
 * Rank of a match; 0 is best: the label begins with the search, then one of its words does, then it contains it, then another term does.
 */
function rankOf({ label }: Findable, wanted: string): number {
  if (wanted === '') return 0
  const text = searchable(label)
  if (text.startsWith(wanted)) return 0
  if (text.includes(` ${wanted}`)) return 1
  return text.includes(wanted) ? 2 : 3
}
