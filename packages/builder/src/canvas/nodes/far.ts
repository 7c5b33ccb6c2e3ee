import { createContext, useContext } from 'react'

/** Below this zoom the text of blocks is illegible, and groups are rendered as their titles. */
export const farZoom = 0.4

export type Distance = 'near' | 'far' | 'farther' | 'farthest'

/**
 * The distance from which a flow is seen: titles grow in steps, so that they stay readable without a new layout for each change of the
 * zoom.
 */
export function distanceAt(zoom: number): Distance {
  if (zoom >= farZoom) return 'near'
  if (zoom >= 0.25) return 'far'
  return zoom >= 0.14 ? 'farther' : 'farthest'
}

/** True if the flow is zoomed out. */
export const Far = createContext(false)

export const useFar = (): boolean => useContext(Far)
