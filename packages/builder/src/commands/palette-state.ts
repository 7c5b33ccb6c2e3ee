import { createStore } from '../design/store.js'

/** Whether the command palette is open. */
export const commandPalette = createStore<{ isOpen: boolean }>({ isOpen: false })
