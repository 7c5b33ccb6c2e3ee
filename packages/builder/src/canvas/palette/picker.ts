import type { Exit } from '@colloquy/flow/operations'
import { createStore } from '../../design/store.js'

/** Where a new block goes: into a group, or into a new group of its own, to which an exit or an edge may lead. */
export type PickerPlace =
  | { groupId: string; index: number }
  | { at: { x: number; y: number }; from?: Exit; edgeId?: string }

/** A question for the type of a new block. */
export interface PickerRequest {
  /** On the screen. */
  x: number
  y: number
  place: PickerPlace
}

/** The picker of blocks that is open. */
export const picker = createStore<{ request: PickerRequest | undefined }>({ request: undefined })

export const openPicker = (request: PickerRequest): void => picker.set({ request })
