import { Dialog as Base } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import './find-window.css'

/** Something to find and choose. */
export interface Findable {
  id: string
  label: string
  hint: string
  /** Words by which it is found beside those that are shown. */
  words?: string
}

interface FindWindowProps<T extends Findable> {
  /** What the window is for. */
  label: string
  searchLabel: string
  placeholder: string
  listLabel: string
  /** What is said when nothing is found. */
  nothing: string
  choices: readonly T[]
  /** How many are shown at once. */
  most: number
  /** Where the keys go when it closes; nothing for where they were. */
  finalFocus?(): HTMLElement | undefined
  onChoose(choice: T): void
  onClose(): void
}

/** A window to find one of many things in by the words that it has, and to choose it by keys. */
export function FindWindow<T extends Findable>(props: FindWindowProps<T>) {
  const { label, searchLabel, placeholder, listLabel, nothing, choices, most, finalFocus, onChoose, onClose } = props
  const listId = useId()
  const [search, setSearch] = useState('')
  const [index, setIndex] = useState(0)
  const words = search.trim().toLowerCase().split(/\s+/)
  const found = choices
    .filter((it) => words.every((word) => `${it.label} ${it.hint} ${it.words ?? ''}`.toLowerCase().includes(word)))
    .slice(0, most)
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
            {found.map((choice, position) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys
              <div
                key={choice.id}
                id={`${listId}-${position}`}
                className="menu-item"
                role="option"
                tabIndex={-1}
                aria-selected={position === index}
                onClick={() => onChoose(choice)}
              >
                <span className="grow cut">{choice.label}</span>
                <span className="faint cut">{choice.hint}</span>
              </div>
            ))}
            {found.length === 0 && <p className="empty">{nothing}</p>}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
