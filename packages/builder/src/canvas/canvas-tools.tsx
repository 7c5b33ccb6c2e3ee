import { useStore as useFlow, useReactFlow } from '@xyflow/react'
import {
  Keyboard,
  ListTree,
  Maximize,
  Minus,
  Mouse,
  PanelLeftOpen,
  Plus,
  StickyNote,
  UserRoundMinus,
  Wand,
} from 'lucide-react'
import { useState } from 'react'
import { onDemand, Part } from '../design/on-demand.js'
import { useStore } from '../design/store.js'
import { showError } from '../design/toasts.js'
import { useBotEditor, useView } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { writeNote } from './actions/actions.js'
import { dropOff, toggleDropOff } from './drop-off-state.js'
import { openShortcutSheet, shortcutSheet } from './keys/shortcut-sheet-state.js'
import { glide } from './view/glide.js'

const DeviceMenu = onDemand(() => import('./view/device-menu.js'), { isSoon: true })
const ShortcutSheet = onDemand(() => import('./keys/shortcut-sheet.js'), { isSoon: true })

/** Zoom, fit, tidy-up and the sheet of keys. */
export function CanvasTools() {
  const editor = useBotEditor()
  const { view, isReadOnly } = editor
  const { fitView, zoomIn, zoomOut, zoomTo, screenToFlowPosition } = useReactFlow()
  const percent = useFlow((state) => Math.round(state.transform[2] * 100))
  const isPaletteOpen = useView((it) => it.isPaletteOpen)
  const isOutlineOpen = useView((it) => it.isOutlineOpen)
  const isDropOffShown = useStore(dropOff, (it) => it.isShown)
  const isSheetOpen = useStore(shortcutSheet, (it) => it.isOpen)
  const [isMenuWanted, setMenuWanted] = useState(false)
  const tool = 'button plain small icon-only'
  const note = () =>
    writeNote(editor, screenToFlowPosition({ x: window.innerWidth / 2 - 140, y: window.innerHeight / 2 - 60 }))
  const putInOrder = () =>
    import('./actions/arranging.js').then((it) => {
      it.arrangeFlow(editor)
      requestAnimationFrame(() => void fitView({ ...glide(), maxZoom: 1 }))
    }, showError)
  const device = (
    <button
      type="button"
      className={`${tool} for-mouse`}
      aria-label={t('Mouse or trackpad')}
      title={t('Mouse or trackpad')}
      aria-haspopup="menu"
      onClick={() => setMenuWanted(true)}
    >
      <Mouse size={15} />
    </button>
  )
  return (
    <div className="canvas-tools">
      {!isPaletteOpen && !isReadOnly && (
        <button
          type="button"
          className={`${tool} for-narrow`}
          aria-label={t('Show the blocks')}
          onClick={() => view.set({ isPaletteOpen: true })}
        >
          <PanelLeftOpen size={15} />
        </button>
      )}
      <button
        type="button"
        className={`${tool} for-wide`}
        aria-label={t('Outline')}
        title={t('Outline (O)')}
        aria-pressed={isOutlineOpen}
        onClick={() => view.set({ isOutlineOpen: !isOutlineOpen })}
      >
        <ListTree size={15} />
      </button>
      <button type="button" className={tool} aria-label={t('Zoom out')} onClick={() => zoomOut()}>
        <Minus size={15} />
      </button>
      <button
        type="button"
        className="button plain small zoom"
        aria-label={t('Zoom {percent} %, back to 100 %', { percent })}
        onClick={() => zoomTo(1)}
      >
        {percent} %
      </button>
      <button type="button" className={tool} aria-label={t('Zoom in')} onClick={() => zoomIn()}>
        <Plus size={15} />
      </button>
      <button
        type="button"
        className={tool}
        aria-label={t('Show the whole flow')}
        title={t('Fit (Shift 1)')}
        onClick={() => fitView({ ...glide(), maxZoom: 1 })}
      >
        <Maximize size={14} />
      </button>
      {!isReadOnly && (
        <>
          <button
            type="button"
            className={tool}
            aria-label={t('Tidy up')}
            title={t('Put everything in order')}
            onClick={putInOrder}
          >
            <Wand size={14} />
          </button>
          <button type="button" className={tool} aria-label={t('Write a note')} title={t('Note (N)')} onClick={note}>
            <StickyNote size={14} />
          </button>
        </>
      )}
      <button
        type="button"
        className={tool}
        aria-label={t('Drop-off')}
        title={t('Drop-off')}
        aria-pressed={isDropOffShown}
        onClick={toggleDropOff}
      >
        <UserRoundMinus size={15} />
      </button>
      <button
        type="button"
        className={`${tool} for-mouse`}
        aria-label={t('Keyboard shortcuts')}
        title={t('Keys (?)')}
        onClick={openShortcutSheet}
      >
        <Keyboard size={15} />
      </button>
      <Part waiting={device}>
        <DeviceMenu trigger={device} isOpen={isMenuWanted} />
      </Part>
      {isSheetOpen && (
        <Part>
          <ShortcutSheet />
        </Part>
      )}
    </div>
  )
}
