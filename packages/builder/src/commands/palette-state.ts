import { createStore } from '../design/store.js'

/** State of the command palette: open or closed. */
export const commandPalette = createStore<{ isOpen: boolean }>({ isOpen: false })
