import { createContext, useContext } from 'react'

/** Below this zoom texts of blocks cannot be read: groups are drawn as their titles. */
export const farZoom = 0.4

/** Whether the flow is seen from afar. */
export const Far = createContext(false)

export const useFar = (): boolean => useContext(Far)
