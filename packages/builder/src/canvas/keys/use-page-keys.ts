import { useEffect } from 'react'
import { commandPalette } from '../../commands/palette-state.js'
import type { BotEditor } from '../../editor/bot-editor.js'
import { redo, undo } from '../actions/actions.js'
import { followFields, historyStepOf, isField } from './field-history.js'

/** Keyboard shortcuts of all pages of a bot: undo, redo, and the command palette. */
export function usePageKeys(editor: BotEditor | undefined): void {
  useEffect(() => (editor ? listenToPageKeys(editor, window) : undefined), [editor])
}

/**
 * Handles the keyboard shortcuts of all pages in a window: that of the page, or that of a frame in it. `onLeave` is called before a frame
 * loses the focus. A field with something to undo or redo of its own keeps the key; the editor of messages does so itself.
 */
export function listenToPageKeys(editor: BotEditor, heard: Window, onLeave?: () => void): () => void {
  const { editing } = editor
  const fields = followFields(heard, () => editing.state.undoable.length)
  const listen = (event: KeyboardEvent) => {
    if (!event.isTrusted || event.defaultPrevented) return
    const target = event.composedPath()[0] as HTMLElement
    const step = historyStepOf(event)
    if (step) {
      if (target.closest('[role="dialog"]') || (isField(target) && fields.has(target, step))) return
      // Text that was typed in the field and undone there is not undone once more.
      const mark = fields.markOf(target)
      if (step === 'redo') redo(editor)
      else {
        if (mark !== undefined) editing.withdraw(mark)
        undo(editor)
      }
      fields.restart()
    } else if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
      onLeave?.()
      commandPalette.set({ isOpen: true })
    } else return
    event.preventDefault()
  }
  heard.addEventListener('keydown', listen)
  return () => {
    fields.stop()
    heard.removeEventListener('keydown', listen)
  }
}
