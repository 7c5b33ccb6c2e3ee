import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { t } from '../i18n/i18n.js'
import './offers.css'

export interface Offered {
  key: string
  label: string
  hint?: string | undefined
  icon?: LucideIcon
  /** The text of the field with it, and where the cursor is then. */
  applied(text: string, at: number): readonly [text: string, at: number]
  /** Called before the text is put. */
  onChosen?(): void
}

export interface Reading {
  text: string
  at: number
}

interface OffersOptions {
  /** Of the field. */
  id: string
  /** Returns what fits the text in front of the cursor, and which of it Enter chooses at once. */
  find(text: string, at: number): { offered: readonly Offered[]; index: number | undefined }
  /** True if the arrow down key opens the list. */
  opensByArrow?: boolean
  /** Returns the text and the position of the cursor in it. */
  read(): Reading
  put(text: string, at: number): void
}

/** A list below a text field of what completes the text at its cursor; the field keeps the focus and takes the keys. */
export function useOffers({ id, find, opensByArrow = false, read, put }: OffersOptions) {
  const [offered, setOffered] = useState<readonly Offered[]>([])
  const [index, setIndex] = useState<number>()
  const isOpen = offered.length > 0
  const close = () => setOffered([])
  /** Looks at the text in front of the cursor; `at` is where it stands. */
  const look = (text: string, at: number) => {
    const found = find(text, at)
    setOffered(found.offered)
    setIndex(found.index)
  }
  const choose = ({ applied, onChosen }: Offered) => {
    const { text, at } = read()
    close()
    onChosen?.()
    put(...applied(text, at))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (!isOpen) {
      const { text, at } = read()
      if (key === 'ArrowDown' && opensByArrow) look(text, at)
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
    isOpen,
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
