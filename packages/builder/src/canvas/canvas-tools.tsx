import { useStore as useFlow, useReactFlow } from '@xyflow/react'
import { Keyboard, Maximize, Minus, PanelLeftOpen, Plus, Wand } from 'lucide-react'
import { useState } from 'react'
import { useStudio, useView } from '../bot/studio.js'
import { moveNodes } from '../document/commands/move-nodes.js'
import { ShortcutSheet } from './shortcut-sheet.js'
import { tidy } from './tidy.js'

/** Zoom, fit, tidy-up and the sheet of keys. */
export function CanvasTools() {
  const { editing, view } = useStudio()
  const { fitView, zoomIn, zoomOut, zoomTo } = useReactFlow()
  const percent = useFlow((state) => Math.round(state.transform[2] * 100))
  const isPaletteOpen = useView((it) => it.isPaletteOpen)
  const [isSheetOpen, setSheetOpen] = useState(false)
  const tool = 'button plain small icon-only'
  const tidyUp = () => {
    editing.run('Tidy up', moveNodes(tidy(editing.document)))
    requestAnimationFrame(() => void fitView({ duration: 250, maxZoom: 1 }))
  }
  return (
    <div className="canvas-tools">
      {!isPaletteOpen && (
        <button
          type="button"
          className={tool}
          aria-label="Show the blocks"
          onClick={() => view.set({ isPaletteOpen: true })}
        >
          <PanelLeftOpen size={15} />
        </button>
      )}
      <button type="button" className={tool} aria-label="Zoom out" onClick={() => zoomOut()}>
        <Minus size={15} />
      </button>
      <button
        type="button"
        className="button plain small zoom"
        aria-label={`Zoom ${percent} %, back to 100 %`}
        onClick={() => zoomTo(1)}
      >
        {percent} %
      </button>
      <button type="button" className={tool} aria-label="Zoom in" onClick={() => zoomIn()}>
        <Plus size={15} />
      </button>
      <button
        type="button"
        className={tool}
        aria-label="Show the whole flow"
        title="Fit (Shift 1)"
        onClick={() => fitView({ duration: 250, maxZoom: 1 })}
      >
        <Maximize size={14} />
      </button>
      <button type="button" className={tool} aria-label="Tidy up" title="Put everything in order" onClick={tidyUp}>
        <Wand size={14} />
      </button>
      <button type="button" className={tool} aria-label="Keys" title="Keys (?)" onClick={() => setSheetOpen(true)}>
        <Keyboard size={15} />
      </button>
      {isSheetOpen && <ShortcutSheet onClose={() => setSheetOpen(false)} />}
    </div>
  )
}
