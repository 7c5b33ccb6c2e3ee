import { useReactFlow } from '@xyflow/react'
import { PanelLeftClose } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import { useStudio } from '../bot/studio.js'
import { sections, tone } from '../catalogue/block-catalogue.js'
import { SearchField } from '../design/search-field.js'
import { addEvent } from '../document/commands/add-event.js'
import { newId } from '../document/new-id.js'
import { addSomewhere } from './add-actions.js'
import { startBlockDrag } from './block-drag.js'
import { eventLooks } from './event-node.js'
import { findTypes } from './find-types.js'

/** The blocks to build with: drag one onto the canvas, or press it. */
export function Palette() {
  const studio = useStudio()
  const { screenToFlowPosition } = useReactFlow()
  const [search, setSearch] = useState('')
  const found = findTypes(search)
  const middle = () => screenToFlowPosition({ x: window.innerWidth / 2 - 100, y: window.innerHeight / 2 - 60 })
  const events = (['command', 'reply', 'invalidReply'] as const).filter((type) =>
    `${eventLooks[type].label} events`.toLowerCase().includes(search.trim().toLowerCase()),
  )
  return (
    <aside className="palette" aria-label="Blocks">
      <div className="palette-search">
        <SearchField
          label="Search blocks"
          placeholder="Search blocks"
          type="text"
          isWide
          value={search}
          onChange={setSearch}
        />
        <button
          type="button"
          className="button plain icon-only"
          aria-label="Hide the blocks"
          onClick={() => studio.view.set({ isPaletteOpen: false })}
        >
          <PanelLeftClose size={16} />
        </button>
      </div>
      {sections.map((section) => {
        const types = found.filter(([, entry]) => entry.section === section)
        if (types.length === 0) return null
        const color = {
          '--tone': `var(--${tone(section)})`,
          '--tone-soft': `var(--${tone(section)}-soft)`,
        } as CSSProperties
        return (
          <section key={section} style={color}>
            <h2>{section}</h2>
            <div className="palette-grid">
              {types.map(([type, entry]) => (
                <button
                  key={type}
                  type="button"
                  className="palette-block"
                  draggable
                  title={entry.hint}
                  data-type={type}
                  onDragStart={(event) => startBlockDrag(event, { type })}
                  onClick={() => addSomewhere(studio, type, middle())}
                >
                  <span className="block-icon">
                    <entry.icon size={14} aria-hidden />
                  </span>
                  <span>{entry.label}</span>
                </button>
              ))}
            </div>
          </section>
        )
      })}
      {events.length > 0 && (
        <section style={{ '--tone': 'var(--event)', '--tone-soft': 'var(--event-soft)' } as CSSProperties}>
          <h2>Events</h2>
          <div className="palette-grid">
            {events.map((type) => {
              const { label, icon: Icon } = eventLooks[type]
              return (
                <button
                  key={type}
                  type="button"
                  className="palette-block"
                  onClick={() => studio.editing.run('Add event', addEvent(newId(), type, middle()))}
                >
                  <span className="block-icon">
                    <Icon size={14} aria-hidden />
                  </span>
                  <span>{label}</span>
                </button>
              )
            })}
          </div>
        </section>
      )}
    </aside>
  )
}
