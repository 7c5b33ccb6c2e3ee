import { createContext, useContext } from 'react'

/** Below this zoom texts of blocks cannot be read: groups are drawn as their titles. */
export const farZoom = 0.4

export type Distance = 'near' | 'far' | 'farther' | 'farthest'

/** From how far a flow is seen: titles grow in steps, so that they stay readable without being laid out again for each change of the zoom. */
export function distanceAt(zoom: number): Distance {
  if (zoom >= farZoom) return 'near'
  if (zoom >= 0.25) return 'far'
  return zoom >= 0.14 ? 'farther' : 'farthest'
}

/** Whether the flow is seen from afar. */
export const Far = createContext(false)

export const useFar = (): boolean => useContext(Far)
