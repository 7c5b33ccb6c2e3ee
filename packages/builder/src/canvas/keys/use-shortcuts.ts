import { useReactFlow } from '@xyflow/react'
import { useEffect } from 'react'
import { commandPalette } from '../../commands/palette-state.js'
import { isTyping } from '../../design/is-typing.js'
import { showError } from '../../design/toasts.js'
import { type BotEditor, useBotEditor } from '../../editor/bot-editor.js'
import {
  chooseAll,
  chosenNodes,
  collapseChosen,
  deleteChosen,
  duplicateChosen,
  nudgeChosen,
  pickTarget,
  shiftChosen,
  toggleDisabled,
  writeNote,
} from '../actions/actions.js'
import { pickBlockAfter, pickBlockInNewGroup } from '../actions/add-actions.js'
import { targetPicker } from '../palette/target-picker-state.js'
import { glide } from '../view/glide.js'
import { isOverCanvas, pointerAt } from './pointer.js'
import { openShortcutSheet } from './shortcut-sheet-state.js'

/** Keyboard shortcuts of the canvas, which are inactive while somebody is typing. */
export function useShortcuts(): void {
  const editor = useBotEditor()
  const { fitView, zoomTo, zoomIn, zoomOut, screenToFlowPosition } = useReactFlow()
  useEffect(() => {
    /** If something else has the focus, arrow keys belong to it. */
    const nudge = ({ key, shiftKey, target }: KeyboardEvent): boolean => {
      const isHere = target === document.body || (target as HTMLElement).closest('.canvas') !== null
      return isHere && nudgeChosen(editor, key, shiftKey ? 10 : 1)
    }
    /** Shortcuts that change nothing, or only the view. */
    const look = ({ shiftKey, code }: KeyboardEvent, key: string): boolean => {
      const { view, select } = editor
      if (key === 'escape') return done(select({}))
      if (shiftKey && code === 'Digit1') return done(fitView({ ...glide(), maxZoom: 1 }))
      if (shiftKey && code === 'Digit2') {
        const nodes = chosenNodes(editor)
        return nodes.length === 0 || done(fitView({ ...glide(), maxZoom: 1.2, nodes: nodes.map((id) => ({ id })) }))
      }
      if (shiftKey && code === 'Digit0') return done(zoomTo(1, glide()))
      if (key === '+' || key === '=') return done(zoomIn(glide()))
      if (key === '-') return done(zoomOut(glide()))
      if (key === '0') return done(zoomTo(1, glide()))
      if (key === '?') return done(openShortcutSheet())
      if (key === 'x') return done(collapseChosen(editor))
      if (key === 'o') return done(view.set({ isOutlineOpen: !view.get().isOutlineOpen }))
      if (!editor.can('bot.read')) return false
      if (key === 'b') return done(stopAtChosen(editor))
      if (key === 'c') return done(view.set({ panel: 'comments', isFormWanted: true }))
      if (key === 'p') return done(view.get().isPreviewOpen ? editor.closePreview() : editor.preview())
      return false
    }
    const run = (event: KeyboardEvent): boolean => {
      const key = event.key.toLowerCase()
      const isMod = event.metaKey || event.ctrlKey
      if (isTyping(event) || isWindowOpening()) return false
      if (isMod && key === 'f') return done(commandPalette.set({ isOpen: true }))
      if (isMod && key === 'a') return done(chooseAll(editor))
      if (!isMod && look(event, key)) return true
      if (editor.isReadOnly) return false
      if (isMod && key === 'd') return done(duplicateChosen(editor))
      if (isMod) return false
      if (event.altKey && editor.view.get().nodeIds.size > 1) {
        // With Alt, a Mac types another character.
        const letter = /^[a-z]$/.test(key) ? key : event.code.slice(3).toLowerCase()
        if (letter && 'wasdhv'.includes(letter)) return done(arrange(editor, letter, event.shiftKey))
      }
      if (key === 'delete' || key === 'backspace') return done(deleteChosen(editor))
      if (key.startsWith('arrow') && !event.altKey) return nudge(event)
      if (event.altKey && key === 'arrowup') return shiftChosen(editor, -1)
      if (event.altKey && key === 'arrowdown') return shiftChosen(editor, 1)
      if (key === 'f2') return done(editor.view.set({ renamingId: chosenNodes(editor)[0] }))
      const middle = () => screenToFlowPosition({ x: window.innerWidth / 2 - 140, y: window.innerHeight / 2 - 60 })
      if (key === '/') return done(pickBlockAfter(editor, middle()))
      if (key === 'g') return done(pickBlockInNewGroup(editor, middle()))
      if (key === 'e') return done(pickTarget(editor))
      if (key === 'n') return done(writeNote(editor, isOverCanvas() ? screenToFlowPosition(pointerAt()) : middle()))
      if (key === 'm') return done(toggleDisabled(editor))
      return false
    }
    const listen = (event: KeyboardEvent) => {
      if (run(event)) event.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [editor, fitView, zoomTo, zoomIn, zoomOut, screenToFlowPosition])
}

const stopAtChosen = (editor: BotEditor): Promise<void> =>
  import('../../editor/breakpoints.js').then((it) => it.toggleBreakpoint(editor), showError)

const arrange = (editor: BotEditor, letter: string, hasShift: boolean): Promise<void> =>
  import('../actions/arranging.js').then((it) => it.arrangeByKey(editor, letter, hasShift), showError)

const done = (_: unknown): true => true

/** True while a window with a search field is open or loading: keys are meant for it. */
const isWindowOpening = (): boolean => commandPalette.get().isOpen || targetPicker.get().request !== undefined
