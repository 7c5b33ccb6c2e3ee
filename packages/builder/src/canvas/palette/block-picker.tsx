import type { BlockType } from '@colloquy/flow'
import { useState } from 'react'
import { tone } from '../../catalogue/block-catalogue.js'
import { useBotEditor } from '../../editor/bot-editor.js'
import { t, translated } from '../../i18n/i18n.js'
import { addAt } from '../actions/add-actions.js'
import { findTypes, noBlockFound } from './find-types.js'
import { type PickerRequest, picker } from './picker.js'

/** Asks which block comes next. Not loaded on demand: it takes the keys from the press that opens it on. */
export function BlockPicker({ request }: { request: PickerRequest }) {
  const editor = useBotEditor()
  const [search, setSearch] = useState('')
  const [index, setIndex] = useState(0)
  const [before] = useState(() => document.activeElement)
  const found = findTypes(search)
  const close = () => picker.set({ request: undefined })
  const choose = (type: BlockType | undefined) => {
    if (!type) return
    close()
    addAt(editor, type, request.position)
    editor.view.set({ isFormWanted: true })
  }
  const leave = () => {
    close()
    if (before instanceof HTMLElement) before.focus()
  }
  const left = Math.min(request.x, window.innerWidth - 270)
  const top = Math.min(request.y, window.innerHeight - 340)
  return (
    <dialog className="picker" open style={{ left, top }} aria-label={t('Choose a block')}>
      <input
        className="text"
        placeholder={t('Which block comes here?')}
        aria-label={t('Search blocks')}
        role="combobox"
        aria-expanded
        aria-controls="picker-list"
        aria-activedescendant={found[index] && `pick-${index}`}
        autoFocus
        value={search}
        onChange={(event) => [setSearch(event.target.value), setIndex(0)]}
        onBlur={(event) => event.relatedTarget?.closest('.picker') ?? close()}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') leave()
          // The key would go on to the field that opens: a line break in a text, an open list.
          if (event.key === 'Enter') [event.preventDefault(), choose(found[index]?.[0])]
          if (event.key === 'ArrowDown') [event.preventDefault(), setIndex(Math.min(index + 1, found.length - 1))]
          if (event.key === 'ArrowUp') [event.preventDefault(), setIndex(Math.max(index - 1, 0))]
        }}
      />
      <div className="picker-list" id="picker-list" role="listbox" aria-label={t('Blocks')}>
        {found.map(([type, entry], position) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys
          <div
            key={type}
            id={`pick-${position}`}
            role="option"
            tabIndex={-1}
            aria-selected={position === index}
            className="menu-item"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(type)}
          >
            <entry.icon size={15} color={`var(--${tone(entry.section)})`} aria-hidden />
            <span className="grow">{entry.label}</span>
            <span className="faint">{translated(entry.section)}</span>
          </div>
        ))}
        {found.length === 0 && <p className="empty">{noBlockFound(search)}</p>}
      </div>
    </dialog>
  )
}
