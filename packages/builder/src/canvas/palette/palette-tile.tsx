import type { BlockType } from '@colloquy/flow'
import { Star } from 'lucide-react'
import type { CSSProperties } from 'react'
import { entryOf, tone } from '../../catalogue/block-catalogue.js'
import { BlockIcon } from '../../catalogue/block-icon.js'
import { useStore } from '../../design/store.js'
import { useBotEditor } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'
import { addSomewhere } from '../actions/add-actions.js'
import { startBlockDrag } from './block-drag.js'
import { shortlist, toggleFavourite } from './shortlist.js'

/** Characters that fit on one line of a tile in one column. */
const maxNarrowLength = 13

interface TileProps {
  type: BlockType
  /** Position of a new block that has no other destination. */
  middle(): { x: number; y: number }
  /** The tile is a duplicate: the palette also shows it in its section. */
  isCopy?: boolean
}

/** A type of block to drag onto the canvas or to click; its star, or the key F, keeps it at the top of the palette. */
export function PaletteTile({ type, middle, isCopy = false }: TileProps) {
  const editor = useBotEditor()
  const { label, hint, section } = entryOf({ type })
  const isFavourite = useStore(shortlist, (it) => it.favourites.includes(type))
  const color = { '--tone': `var(--${tone(section)})`, '--tone-soft': `var(--${tone(section)}-soft)` } as CSSProperties
  return (
    <div className="palette-tile" data-wide={label.length > maxNarrowLength} style={color}>
      <button
        type="button"
        className="palette-block"
        draggable
        title={hint}
        aria-keyshortcuts="f"
        {...(isCopy ? { 'data-copy': type } : { 'data-type': type })}
        onDragStart={(event) => startBlockDrag(event, { type })}
        onClick={(event) => {
          addSomewhere(editor, type, middle())
          // After a key press the focus stays in the palette; after a click it moves to the form.
          if (event.detail === 0) return
          event.currentTarget.blur()
          editor.view.set({ isFormWanted: true })
        }}
        onKeyDown={({ key, ctrlKey, metaKey }) => key === 'f' && !ctrlKey && !metaKey && toggleFavourite(type)}
      >
        <BlockIcon type={type} size={14} />
        <span>{label}</span>
      </button>
      <button
        type="button"
        className="palette-star"
        tabIndex={-1}
        aria-label={
          isFavourite ? t('Remove {label} from favourites', { label }) : t('Add {label} to favourites', { label })
        }
        aria-pressed={isFavourite}
        title={isFavourite ? t('Remove from favourites (F)') : t('Add to favourites (F)')}
        onClick={() => toggleFavourite(type)}
      >
        <Star size={12} aria-hidden />
      </button>
    </div>
  )
}
