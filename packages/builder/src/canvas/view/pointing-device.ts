import { keptInBrowser } from '../../design/kept.js'
import { createStore } from '../../design/store.js'

/**
 * The device that the canvas expects. With a mouse the wheel zooms and a drag moves the view; on a trackpad two fingers move the view and a
 * drag selects an area. With `automatic`, each turn of the wheel is classified separately, and a drag moves the view.
 */
export type PointingDevice = 'automatic' | 'mouse' | 'trackpad'

const key = 'colloquy-pointing-device'
const kept = keptInBrowser.get(key)

/** The device used with this browser; saved here, because another browser may be used with a different one. */
export const pointing = createStore<{ device: PointingDevice }>({
  device: kept === 'mouse' || kept === 'trackpad' ? kept : 'automatic',
})

export function choosePointingDevice(device: PointingDevice): void {
  if (device === 'automatic') keptInBrowser.delete(key)
  else keptInBrowser.set(key, device)
  pointing.set({ device })
}
