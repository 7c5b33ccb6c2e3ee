import type { BlockType } from '@colloquy/flow'
import { searchable } from '@colloquy/flow/searchable'
import { useReactFlow } from '@xyflow/react'
import { PanelLeftClose } from 'lucide-react'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { type Section, sections } from '../../catalogue/block-catalogue.js'
import { Disclosure } from '../../design/disclosure.js'
import { SearchField } from '../../design/search-field.js'
import { useStore } from '../../design/store.js'
import { addEvent } from '../../document/commands/add-event.js'
import { newId } from '../../document/new-id.js'
import { useBotEditor } from '../../editor/bot-editor.js'
import { t, translated } from '../../i18n/i18n.js'
import { eventSize, freePosition } from '../layout/free-position.js'
import { eventPresentation } from '../nodes/event-presentation.js'
import { findTypes, noBlockFound } from './find-types.js'
import { PaletteTile } from './palette-tile.js'
import { shortlist } from './shortlist.js'
import './palette.css'

/** The blocks to build with: drag one onto the canvas, or press it. */
export function Palette() {
  const editor = useBotEditor()
  const { screenToFlowPosition } = useReactFlow()
  const [search, setSearch] = useState('')
  const { favourites, recent } = useStore(shortlist, (it) => it)
  const isSearching = search.trim() !== ''
  const found = findTypes(search)
  const middle = () => screenToFlowPosition({ x: window.innerWidth / 2 - 100, y: window.innerHeight / 2 - 60 })
  const events = (['command', 'reply', 'invalidReply'] as const).filter((type) =>
    searchable(t('{label} events', { label: eventPresentation[type].label })).includes(searchable(search.trim())),
  )
  const tiles = (types: readonly BlockType[], isCopy = false) =>
    types.map((type) => <PaletteTile key={type} type={type} middle={middle} isCopy={isCopy} />)
  const recentOnly = recent.filter((type) => !favourites.includes(type))
  return (
    <aside className="palette" aria-label={t('Blocks')}>
      <div className="palette-search">
        <SearchField
          label={t('Search blocks')}
          placeholder={t('Search blocks')}
          type="text"
          isWide
          value={search}
          onChange={setSearch}
        />
        <button
          type="button"
          className="button plain icon-only"
          aria-label={t('Hide the blocks')}
          title={t('Hide the blocks')}
          onClick={() => editor.view.set({ isPaletteOpen: false })}
        >
          <PanelLeftClose size={16} />
        </button>
      </div>
      {!isSearching && favourites.length > 0 && <Part title={t('Favourites')}>{tiles(favourites, true)}</Part>}
      {!isSearching && recentOnly.length > 0 && <Part title={t('Recent')}>{tiles(recentOnly, true)}</Part>}
      {found.length > 0 &&
        (isSearching ? [undefined] : sections).map((section) => {
          const types = found.filter(([, entry]) => !section || entry.section === section).map(([type]) => type)
          return (
            <Part key={section} title={section ? translated(section) : t('Blocks')} isFolded={section === folded}>
              {tiles(types)}
            </Part>
          )
        })}
      {events.length > 0 && (
        <Part title={t('Events')} style={eventColours}>
          {events.map((type) => {
            const { label, icon: Icon } = eventPresentation[type]
            return (
              <button
                key={type}
                type="button"
                className="palette-block"
                onClick={() => {
                  const at = freePosition(editor.editing.document, eventSize, middle())
                  editor.editing.run(t('Add event'), addEvent(newId(), type, at))
                }}
              >
                <span className="block-icon">
                  <Icon size={14} aria-hidden />
                </span>
                <span>{label}</span>
              </button>
            )
          })}
        </Part>
      )}
      {found.length + events.length === 0 && (
        <div className="empty stack">
          <p>{noBlockFound(search)}</p>
          <button type="button" className="button" onClick={() => setSearch('')}>
            {t('Clear search')}
          </button>
        </div>
      )}
    </aside>
  )
}

/** Many, of which a flow needs few. */
const folded: Section = 'Services'
const eventColours = { '--tone': 'var(--event)', '--tone-soft': 'var(--event-soft)' } as CSSProperties

interface PartProps {
  title: string
  isFolded?: boolean
  style?: CSSProperties
  children: ReactNode
}

function Part({ title, isFolded, style, children }: PartProps) {
  const heading = <h2>{title}</h2>
  const grid = <div className="palette-grid">{children}</div>
  return isFolded ? (
    <Disclosure className="palette-part" title={heading}>
      {grid}
    </Disclosure>
  ) : (
    <section className="palette-part" style={style}>
      {heading}
      {grid}
    </section>
  )
}
