import { useEffect } from 'react'
import { commandPalette } from '../../commands/palette-state.js'
import type { BotEditor } from '../../editor/bot-editor.js'
import { redo, undo } from '../actions/actions.js'

/** Keyboard shortcuts of all pages of a bot: undo, redo, and the command palette. Text fields have their own undo history. */
export function usePageKeys(editor: BotEditor | undefined): void {
  useEffect(() => (editor ? listenToPageKeys(editor, window) : undefined), [editor])
}

/**
 * Handles the keyboard shortcuts of all pages in a window: that of the page, or that of a frame in it. `onLeave` is called before a frame
 * loses the focus.
 */
export function listenToPageKeys(editor: BotEditor, heard: Window, onLeave?: () => void): () => void {
  const listen = (event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    if (!event.isTrusted || (!event.metaKey && !event.ctrlKey)) return
    if (key === 'k') [onLeave?.(), commandPalette.set({ isOpen: true })]
    else if ((key !== 'z' && key !== 'y') || isWriting(event.composedPath()[0] as HTMLElement)) return
    else if (key === 'y' || event.shiftKey) redo(editor)
    else undo(editor)
    event.preventDefault()
  }
  heard.addEventListener('keydown', listen)
  return () => heard.removeEventListener('keydown', listen)
}

const isWriting = (target: HTMLElement): boolean =>
  target.isContentEditable || target.closest(`textarea, [role="dialog"], input:not(${unwritten})`) !== null

const unwritten = '[type="checkbox"], [type="radio"], [type="range"], [type="color"], [type="button"]'
