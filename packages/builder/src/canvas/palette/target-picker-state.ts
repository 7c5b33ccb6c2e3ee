import type { Exit } from '@colloquy/flow/operations'
import { createStore } from '../../design/store.js'

export const targetPicker = createStore<{ request: { from: Exit; name: string } | undefined }>({ request: undefined })

/** Asks where an exit shall lead: to a group, or into the middle of one. `name` says which exit, for people. */
export const openTargetPicker = (from: Exit, name: string): void => targetPicker.set({ request: { from, name } })
