import { createStore } from '../../design/store.js'

/**
 * What the canvas takes a wheel and a drag for. With a mouse the wheel zooms and a drag moves the view; on a trackpad two fingers move
 * the view and a drag draws a box. Unless told, each turn of the wheel is taken for what it looks like, and a drag moves the view.
 */
export type PointingDevice = 'automatic' | 'mouse' | 'trackpad'

const key = 'colloquy-pointing-device'
const kept = localStorage.getItem(key)

/** What this browser is used with; kept in it, as another one may be used with something else. */
export const pointing = createStore<{ device: PointingDevice }>({
  device: kept === 'mouse' || kept === 'trackpad' ? kept : 'automatic',
})

export function choosePointingDevice(device: PointingDevice): void {
  if (device === 'automatic') localStorage.removeItem(key)
  else localStorage.setItem(key, device)
  pointing.set({ device })
}
