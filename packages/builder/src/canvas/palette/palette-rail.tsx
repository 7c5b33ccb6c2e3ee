import { useReactFlow } from '@xyflow/react'
import { PanelLeftOpen } from 'lucide-react'
import type { CSSProperties } from 'react'
import { entryOf, sections, tone } from '../../catalogue/block-catalogue.js'
import { BlockIcon } from '../../catalogue/block-icon.js'
import { useStore } from '../../design/store.js'
import { useBotEditor } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'
import { addSomewhere } from '../actions/add-actions.js'
import { startBlockDrag } from './block-drag.js'
import { findTypes } from './find-types.js'
import { shortlist } from './shortlist.js'
import './palette.css'

/** The first ones of each section that a flow is built of. */
const usual = sections
  .filter((section) => section !== 'Services')
  .flatMap((section) =>
    findTypes('')
      .filter(([, entry]) => entry.section === section)
      .slice(0, 2),
  )
  .map(([type]) => type)
const max = 9

/** The folded palette: the blocks that are used most, as icons. */
export function PaletteRail() {
  const editor = useBotEditor()
  const { screenToFlowPosition } = useReactFlow()
  const { favourites, recent } = useStore(shortlist, (it) => it)
  const types = [...new Set([...favourites, ...recent, ...usual])].slice(0, max)
  const middle = () => screenToFlowPosition({ x: window.innerWidth / 2 - 100, y: window.innerHeight / 2 - 60 })
  return (
    <aside className="palette-rail" aria-label={t('Blocks')}>
      <button
        type="button"
        className="button plain icon-only"
        aria-label={t('Show the blocks')}
        title={t('Show the blocks')}
        onClick={() => editor.view.set({ isPaletteOpen: true })}
      >
        <PanelLeftOpen size={16} />
      </button>
      {types.map((type) => {
        const { label, section } = entryOf({ type })
        const color = {
          '--tone': `var(--${tone(section)})`,
          '--tone-soft': `var(--${tone(section)}-soft)`,
        } as CSSProperties
        return (
          <button
            key={type}
            type="button"
            className="rail-block"
            style={color}
            draggable
            aria-label={t('Add {label}', { label })}
            title={label}
            onDragStart={(event) => startBlockDrag(event, { type })}
            onClick={() => addSomewhere(editor, type, middle())}
          >
            <BlockIcon type={type} />
          </button>
        )
      })}
    </aside>
  )
}
