import { createStore } from '../design/store.js'

const key = 'colloquy-drop-off-on-canvas'

/** True if the canvas shows where visitors leave; saved in this browser. */
export const dropOff = createStore({ isShown: localStorage.getItem(key) !== null })

export function toggleDropOff(): void {
  const isShown = !dropOff.get().isShown
  dropOff.set({ isShown })
  if (isShown) localStorage.setItem(key, '1')
  else localStorage.removeItem(key)
}
