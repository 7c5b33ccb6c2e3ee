import { keptInBrowser } from '../design/kept.js'
import { createStore } from '../design/store.js'

const key = 'colloquy-drop-off-on-canvas'

/** True if the canvas shows where visitors leave; saved in this browser. */
export const dropOff = createStore({ isShown: keptInBrowser.get(key) !== null })

export function toggleDropOff(): void {
  const isShown = !dropOff.get().isShown
  dropOff.set({ isShown })
  if (isShown) keptInBrowser.set(key, '1')
  else keptInBrowser.delete(key)
}
