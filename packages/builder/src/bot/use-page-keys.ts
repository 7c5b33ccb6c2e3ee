import { useEffect } from 'react'
import { redo, undo } from '../canvas/actions.js'
import { commandPalette } from './command-palette-state.js'
import type { Studio } from './studio.js'

/** The keys of all pages of a bot: taking back, doing again, and going to anything. A text that is being written has its own history. */
export function usePageKeys(studio: Studio | undefined): void {
  useEffect(() => {
    if (!studio) return
    const listen = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase()
      if (!event.metaKey && !event.ctrlKey) return
      if (key === 'k') commandPalette.set({ isOpen: true })
      else if ((key !== 'z' && key !== 'y') || isWriting(event.target as HTMLElement)) return
      else if (key === 'y' || event.shiftKey) redo(studio)
      else undo(studio)
      event.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [studio])
}

const isWriting = (target: HTMLElement): boolean =>
  target.isContentEditable || target.closest(`textarea, [role="dialog"], input:not(${unwritten})`) !== null

const unwritten = '[type="checkbox"], [type="radio"], [type="range"], [type="color"], [type="button"]'
