import type { Exit } from '@colloquy/flow/operations'
import { createStore } from '../../design/store.js'

/** The destination of a new block: a group, or a new group that an exit or an edge may lead to. */
export type PickerPosition =
  | { groupId: string; index: number }
  | { at: { x: number; y: number }; from?: Exit; edgeId?: string }

/** A request for the type of a new block. */
export interface PickerRequest {
  /** Position on the screen. */
  x: number
  y: number
  position: PickerPosition
}

/** The open block picker. */
export const picker = createStore<{ request: PickerRequest | undefined }>({ request: undefined })

export const openPicker = (request: PickerRequest): void => picker.set({ request })
