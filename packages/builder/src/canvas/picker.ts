import { createStore } from '../design/store.js'
import type { Exit } from '../document/exits.js'

/** A question for the type of a new block. */
export interface PickerRequest {
  /** On the screen. */
  x: number
  y: number
  /** Of the new group, on the canvas. */
  at: { x: number; y: number }
  /** The exit that leads to the new block. */
  from?: Exit
  /** The edge that the new block is put into. */
  edgeId?: string
}

/** The picker of blocks that is open. */
export const picker = createStore<{ request: PickerRequest | undefined }>({ request: undefined })

export const openPicker = (request: PickerRequest): void => picker.set({ request })
