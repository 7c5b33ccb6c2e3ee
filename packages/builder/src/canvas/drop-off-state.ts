import { createStore } from '../design/store.js'

const key = 'colloquy-drop-off-on-canvas'

/** Whether the canvas shows where visitors leave; kept in this browser. */
export const dropOff = createStore({ isShown: localStorage.getItem(key) !== null })

export function toggleDropOff(): void {
  const isShown = !dropOff.get().isShown
  dropOff.set({ isShown })
  if (isShown) localStorage.setItem(key, '1')
  else localStorage.removeItem(key)
}
